// Gets and changes a post that has to exist.
import { Problem } from "../errors.ts";
import { isUnstarted, type Post, type PostWithoutContent } from "../domain/post.ts";
import type { DecideAll, Revision } from "../domain/store/posts.ts";
import { unitsIn } from "../domain/json.ts";
import { shareLoop } from "../event-loop.ts";
import { requireReach, type Reach } from "./reach.ts";
import type { PublishingDeps } from "./targets.ts";
import { storeWithMedia } from "./unknown-media.ts";

/** @throws Problem already_started */
export function requireUnstarted(post: PostWithoutContent): void {
  if (!isUnstarted(post))
    throw new Problem("already_started", "Publishing of this post has started or finished.");
}

/** @throws Problem not_found */
export async function existingPost(
  profileId: string,
  id: string,
  { posts }: Pick<PublishingDeps, "posts">,
): Promise<Post> {
  const post = await posts.get(profileId, id);
  if (!post) throw postNotFound();
  return post;
}

/**
 * One change, decided on the post as it is in the transaction.
 * @param before as it was read before, if it was
 * @throws Problem not_found, simulated_only, and what `decide` throws
 */
export async function revise(
  by: Reach,
  id: string,
  { posts }: PublishingDeps,
  decide: (post: Post) => Revision,
  before?: Post,
): Promise<Post> {
  const known = before ?? (await existingPost(by.profileId, id, { posts }));
  const { caption, overrides, options } = known;
  // To read a long post takes as long as to change it: not both in one turn of the loop.
  await shareLoop(unitsIn({ caption, overrides, options }));
  const post = await storeWithMedia(() =>
    posts.revise(
      by.profileId,
      id,
      (now) => {
        requireReach(by, now.targets);
        return decide(now);
      },
      known,
    ),
  );
  if (!post) throw postNotFound();
  return post;
}

/**
 * Changes of several posts in one transaction.
 * @param at `decide` can ask for the slots that are held after it
 * @throws Problem simulated_only, and what `decide` throws
 */
export async function reviseAll(
  by: Reach,
  ids: readonly string[],
  at: number,
  { posts }: Pick<PublishingDeps, "posts">,
  decide: DecideAll,
): Promise<PostWithoutContent[]> {
  return await posts.reviseAll(by.profileId, ids, at, (found, held) => {
    const revisions = decide(found, held);
    for (const { post } of revisions) requireReach(by, post.targets);
    return revisions;
  });
}

/** The post does not exist, or belongs to another profile: nobody can tell which. */
export const postNotFound = (): Problem => new Problem("not_found", "This profile has no post with this id.");
