// Builds the 409 needs_reconciliation problem for a post that may be live.
import { Problem } from "../errors.ts";
import type { Post } from "../domain/post.ts";

/** 409 with the post and the targets that a person has to check. */
export function needsReconciliation(post: Post, detail: string): Problem {
  const uncertain = post.targets.filter(({ state }) => state === "uncertain");
  const targets = uncertain.map(({ id, platform, handle }) => ({ id, platform, handle }));
  return new Problem("needs_reconciliation", detail, { postId: post.id, targets });
}
