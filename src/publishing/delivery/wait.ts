// Waits, up to a limit, until a post has settled (D18).
import type { Clock } from "../../clock.ts";
import { isSettled, type Post } from "../../domain/post.ts";
import type { Posts } from "../../domain/store/posts.ts";
import type { Watch } from "./watch.ts";

/**
 * The post once nothing happens to it any more, or as it is after `waitMs`. Publishing goes on either way.
 * @param leave ends the waiting early, such as when the caller is gone
 */
export async function whenSettled(
  post: Post,
  waitMs: number,
  deps: { posts: Posts; clock: Clock; watch: Watch },
  leave?: AbortSignal,
): Promise<Post> {
  if (waitMs <= 0) return post;
  const over = new AbortController();
  const stopTimer = deps.clock.after(waitMs, () => over.abort());
  const signal = leave ? AbortSignal.any([over.signal, leave]) : over.signal;
  let latest = post;
  while (!isSettled(latest) && !signal.aborted) {
    const change = deps.watch.next(post.id, signal);
    // Read after asking for the next change, or one in between would be missed.
    latest = (await deps.posts.get(post.profileId, post.id)) ?? latest;
    if (!isSettled(latest)) await change;
  }
  stopTimer();
  over.abort();
  return (await deps.posts.get(post.profileId, post.id)) ?? latest;
}
