// Splits posts that are changed together into groups, each small enough for one transaction.
import type { PostWithoutContent } from "../domain/post.ts";
import { reviseAll } from "./existing-post.ts";
import type { Reach } from "./reach.ts";
import type { PublishingDeps } from "./targets.ts";

/** The most targets that one transaction changes: while it runs, everything else waits. */
export const MOST_TARGETS = 300;

/**
 * The ids of posts, in groups that keep their order; those of posts that do not exist are left out.
 * @param inOrder of all posts; default: that of the ids
 */
export async function postGroups(
  by: Reach,
  ids: readonly string[],
  at: number,
  deps: Pick<PublishingDeps, "posts">,
  inOrder: (posts: readonly PostWithoutContent[]) => readonly PostWithoutContent[] = (posts) => posts,
): Promise<string[][]> {
  let posts: readonly PostWithoutContent[] = [];
  // This only reads.
  await reviseAll(by, ids, at, deps, (found) => {
    posts = found;
    return [];
  });
  const groups: string[][] = [];
  let room = 0;
  for (const { id, targets } of inOrder(posts)) {
    if (groups.length === 0 || room < targets.length) {
      groups.push([]);
      room = MOST_TARGETS;
    }
    groups.at(-1)?.push(id);
    room -= targets.length;
  }
  return groups;
}
