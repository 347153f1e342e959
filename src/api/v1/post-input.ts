// What a caller sends about a post: bodies and headers, and what can be wrong with them.
import { Type } from "@sinclair/typebox";
import type { Code } from "../../errors.ts";
import { strict, uuid } from "./shapes.ts";

const text = Type.String({ minLength: 1, maxLength: 20_000 });

const content = {
  accounts: Type.Optional(
    Type.Union(
      [
        Type.Literal("all"),
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          minItems: 1,
          maxItems: 50,
          uniqueItems: true,
        }),
      ],
      { description: "ids, platforms, handles or platform:handle; every active account when left out" },
    ),
  ),
  media: Type.Optional(
    Type.Array(uuid, { maxItems: 20, uniqueItems: true, description: "in carousel order" }),
  ),
  overrides: Type.Optional(
    Type.Record(Type.String(), text, {
      description: "another caption for an account id, handle or platform; the most specific key wins",
    }),
  ),
  options: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description:
        "settings of a network, by account id, handle or platform. Networks that limit a file's width to height take " +
        "`fit` beside their own: `crop` or `pad` what is too wide or too tall. Neither is done unasked.",
    }),
  ),
};

export const Schedule = Type.String({
  description:
    "`now`, `draft`, or a time with an offset such as 2027-01-31T09:00:00+01:00; the next free slot when left out",
});

export const NewPost = Type.Object(
  {
    caption: text,
    ...content,
    schedule: Type.Optional(Schedule),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: "check everything, keep and publish nothing" }),
    ),
  },
  { ...strict, title: "NewPost" },
);

/** What is left out stays as it is. */
export const PostChange = Type.Object(
  { caption: Type.Optional(text), ...content },
  { ...strict, minProperties: 1, title: "PostChange" },
);

const prefer = Type.Optional(
  Type.String({
    description:
      "`respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`)",
  }),
);
export const Prefer = Type.Object({ prefer });
export const CreateHeaders = Type.Object({
  prefer,
  "idempotency-key": Type.Optional(
    Type.String({
      description:
        "1 to 200 characters: one logical post. Repeat a request only with its key; the same request then answers " +
        "with the post it made, and nothing is sent again.",
    }),
  ),
});

/** What can be wrong with the names in a post. */
export const RESOLVING: readonly Code[] = [
  "no_accounts",
  "unknown_accounts",
  "ambiguous_account",
  "unknown_override",
  "unknown_option",
  "unknown_media",
  "preflight_failed",
];

/** What can keep a post from getting its time. */
export const SCHEDULING: readonly Code[] = [
  "invalid_schedule",
  "queue_has_no_slots",
  "payment_required",
  "too_many_accounts",
];
