// Waits, up to a limit, until a post has settled (D18).
import { within, type Clock } from "../../clock.ts";
import { isAtRest, type Post } from "../../domain/post.ts";
import type { Posts } from "../../domain/store/posts.ts";
import type { Watch } from "./watch.ts";

export interface WaitDeps {
  readonly posts: Posts;
  readonly clock: Clock;
  readonly watch: Watch;
  /** Makes the dispatcher look for due targets. */
  readonly wake: () => void;
}

/** Has the post's due targets sent, and waits as `whenSettled` does. */
export function sendAndWait(post: Post, waitMs: number, deps: WaitDeps, leave: AbortSignal): Promise<Post> {
  deps.wake();
  return whenSettled(post, waitMs, deps, leave);
}

/**
 * The post once nothing happens to it any more or publishing is paused, or as it is after `waitMs` or when this process
 * ends. Publishing goes on either way.
 * @param leave ends the waiting early, such as when the caller is gone
 */
export function whenSettled(
  post: Post,
  waitMs: number,
  deps: Omit<WaitDeps, "wake">,
  leave?: AbortSignal,
): Promise<Post> {
  return waitUntil(isAtRest, post, waitMs, deps, leave);
}

/** The post once it is as wished, or as it is after `waitMs` or when this process ends. @param leave as for `whenSettled` */
export async function waitUntil(
  isDone: (post: Post) => boolean,
  post: Post,
  waitMs: number,
  deps: Omit<WaitDeps, "wake">,
  leave?: AbortSignal,
): Promise<Post> {
  if (waitMs <= 0) return post;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, deps.watch.ended, ...(leave ? [leave] : [])]);
  let latest = post;
  await within(deps.clock, waitMs, untilDone(), () => {});
  over.abort();
  return (await deps.posts.get(post.profileId, post.id)) ?? latest;

  async function untilDone(): Promise<void> {
    while (!isDone(latest) && !signal.aborted) {
      const change = deps.watch.next(post.id, signal);
      // Read after asking for the next change, or one in between would be missed.
      latest = (await deps.posts.get(post.profileId, post.id)) ?? latest;
      if (!isDone(latest)) await change;
    }
  }
}
