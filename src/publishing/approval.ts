// Where the profile asks for reviews, an author's draft gets no time without an approval (D49).
import { Problem } from "../errors.ts";
import { statusOf, type Post, type PostWithoutContent } from "../domain/post.ts";

/** Of a draft that gets a time. @throws Problem review_required */
export function requireApproval(post: Post): void {
  const problem = approvalProblem(post);
  if (problem) throw problem;
}

/** Why a draft can't get a time; null when it can. */
export function approvalProblem(post: PostWithoutContent): Problem | null {
  if (!post.needsApproval || statusOf(post) !== "draft") return null;
  return new Problem(
    "review_required",
    "An author wrote this, and the profile asks for a review: approve it first.",
  );
}
