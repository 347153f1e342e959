// The revision that a request requires of a post, as its If-Match or its list of revisions says.
import type { Post, PostWithoutContent } from "../../domain/post.ts";
import { Problem } from "../../errors.ts";
import type { MediaLinks } from "../../media/links.ts";
import { anyRevision, type Precondition } from "../../publishing/precondition.ts";
import { etagOf, expectedRevisions } from "../http/revision.ts";
import { postView } from "../views/post.ts";

interface RevisionDeps {
  readonly links: MediaLinks;
}

/** What a request's If-Match requires of the post. @throws Problem invalid_request for a header that is malformed */
export function preconditionOf(request: Request, deps: RevisionDeps): Precondition {
  return revisionIn(expectedRevisions(request), deps);
}

/** Refuses a post with another revision, and shows it as it is. @param expected null allows every revision */
export const revisionIn = (expected: readonly number[] | null, { links }: RevisionDeps): Precondition =>
  requirement(expected, (post: Post) => ({ post: postView(post, links) }));

/** The same without showing the post. */
export const oneOfRevisions = (expected: readonly number[] | null): Precondition<PostWithoutContent> =>
  requirement(expected, () => ({}));

function requirement<P extends PostWithoutContent>(
  expected: readonly number[] | null,
  shown: (post: P) => object,
): Precondition<P> {
  if (expected === null) return anyRevision;
  return (post) => {
    if (expected.includes(post.revision)) return;
    const detail = `This post was changed meanwhile: it has revision ${post.revision}. Nothing was changed now.`;
    throw new Problem("revision_conflict", detail, {
      ...shown(post),
      headers: { etag: etagOf(post.revision) },
    });
  };
}
