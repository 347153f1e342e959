// A post's revision as an entity tag (RFC 9110): ETag on answers, If-Match on requests that change the post.
import { Type } from "@sinclair/typebox";
import type { Code } from "../../errors.ts";
import { invalidRequest } from "./problem.ts";

/** Headers of a route that changes a post. */
export const IfMatch = Type.Object({
  "if-match": Type.Optional(
    Type.String({
      description:
        'The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 ' +
        "`revision_conflict`). `*`, or no header: whatever its revision.",
    }),
  ),
});
/** What such a route may answer because of the header. */
export const CONDITIONAL: readonly Code[] = ["invalid_request", "revision_conflict"];
/** What an answer with one post says. */
export const REVISION_HEADERS = { ETag: 'the revision of the post, such as `"3"`' };

export const etagOf = (revision: number): string => `"${revision}"`;

/** A proxy that compresses answers makes their tags weak (`W/"3"`); a revision stays one. */
const TAG = /^(?:W\/)?"(\d{1,15})"$/;

/** Null when any revision may be changed. @throws Problem invalid_request */
export function expectedRevisions(request: Request): readonly number[] | null {
  const header = request.headers.get("if-match")?.trim() ?? "*";
  if (header === "*") return null;
  return header.split(",").map((tag) => {
    const revision = TAG.exec(tag.trim())?.[1];
    if (revision !== undefined) return Number(revision);
    throw invalidRequest([
      { pointer: "/If-Match", message: 'must be the ETag of the post with its quotes, such as "3", or *' },
    ]);
  });
}
