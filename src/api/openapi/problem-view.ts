// The schema of a problem (D2): the standard members, and those that some codes add.
import { Type } from "@sinclair/typebox";
import { CODES, type Code } from "../../errors.ts";

export const ALL_CODES = Object.keys(CODES) as Code[];

const numberOrText = Type.Union([Type.Number(), Type.String(), Type.Null()]);

const NetworkProblems = Type.Object({
  platform: Type.String(),
  accountId: Type.String({ format: "uuid" }),
  handle: Type.String(),
  problems: Type.Array(
    Type.Object({
      rule: Type.String({ description: "a stable word, such as text.length" }),
      message: Type.String(),
      limit: numberOrText,
      actual: numberOrText,
      mediaId: Type.Optional(Type.String({ format: "uuid" })),
    }),
    { description: "at most 20" },
  ),
  truncated: Type.Optional(Type.Literal(true, { description: "there are more problems than these" })),
});

export const ProblemView = Type.Object(
  {
    type: Type.String({ format: "uri", description: "the page that documents this code" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "what happened, for people" }),
    instance: Type.String({ description: "the request's id, also in X-Request-Id" }),
    code: Type.Unsafe<Code>(
      Type.String({ enum: ALL_CODES, description: "a stable word that a program can switch on" }),
    ),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }), {
        description: "each wrong field, by JSON Pointer",
      }),
    ),
    networks: Type.Optional(
      Type.Array(NetworkProblems, { description: "every problem of every target (preflight_failed)" }),
    ),
    unknown: Type.Optional(Type.Array(Type.String(), { description: "names that fit nothing" })),
    candidates: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ format: "uuid" }),
          platform: Type.String(),
          handle: Type.String(),
        }),
        { description: "the accounts that an ambiguous handle fits" },
      ),
    ),
    posts: Type.Optional(
      Type.Array(Type.String({ format: "uuid" }), { description: "posts that still need it (media_in_use)" }),
    ),
    notWaiting: Type.Optional(
      Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), why: Type.String() }), {
        description: "posts that can't be moved, each with the reason (not_waiting)",
      }),
    ),
    postId: Type.Optional(Type.String({ format: "uuid", description: "the post that is in the way" })),
    post: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "the post as it is now, as GET /posts/{id} answers it (edit_conflict, revision_conflict)",
      }),
    ),
    targets: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ format: "uuid" }),
          platform: Type.String(),
          handle: Type.String(),
        }),
        { description: "the targets that are uncertain" },
      ),
    ),
    retryAfter: Type.Optional(Type.Integer({ description: "seconds to wait" })),
    limit: Type.Optional(Type.Integer({ description: "the most that is taken" })),
    used: Type.Optional(
      Type.Integer({ description: "bytes of media that there are (media_quota_exceeded)" }),
    ),
    size: Type.Optional(Type.Integer({ description: "bytes of the file (media_quota_exceeded)" })),
    offset: Type.Optional(Type.Integer({ description: "the byte at which the upload continues" })),
    scope: Type.Optional(Type.String({ description: "the scope that the key lacks" })),
    permission: Type.Optional(Type.String({ description: "what the role does not allow (not_allowed)" })),
    role: Type.Optional(Type.String({ description: "the role of the person who asks (not_allowed)" })),
    allow: Type.Optional(Type.Array(Type.String(), { description: "the methods that this address knows" })),
  },
  { title: "Problem" },
);
