// Puts queued posts in another order: they exchange their times, and other posts stay where they are.
import type { PostWithoutContent } from "../domain/post.ts";
import { orderMoves, type QueuedPost } from "../domain/queue-order.ts";
import type { DecideAll } from "../domain/store/posts.ts";
import type { SharedLocks } from "../shared-locks.ts";
import type { Actor } from "./actor.ts";
import { reviseAll } from "./existing-post.ts";
import { moveTo, requireWaiting, waitingIn } from "./moves.ts";
import { MOST_TARGETS } from "./post-groups.ts";
import type { PublishingDeps } from "./targets.ts";

export interface OrderDeps extends PublishingDeps {
  /** Among all processes of the store. */
  readonly locks: SharedLocks;
}

type Posts = readonly PostWithoutContent[];

/**
 * Changes the order in one transaction, or in several where the posts have many targets. After each of those every post
 * has a time that one of them had, so if Crier ends in between, the same request does the rest.
 * @param ids of queued posts, in the order that they are to have
 * @returns them, in this order; without those that somebody else took out of the queue in between
 * @throws Problem not_waiting, which names those that do not wait in the queue, and simulated_only; then nothing has changed
 */
export async function orderQueue(actor: Actor, ids: readonly string[], deps: OrderDeps): Promise<Posts> {
  const at = deps.clock.now();
  let fits = false;
  const posts = await reviseAll(actor, ids, at, deps, (found) => {
    requireWaiting(found, ids, at, "queued");
    const moves = nextMoves(found);
    fits = isInOrder(found.map((post) => moves.get(post.id) ?? timeOf(post)));
    return found.map((post) => revisionOf(post, fits ? moves.get(post.id) : undefined, actor, at));
  });
  if (fits) return posts;
  // One order at a time: two would undo each other's steps.
  return await deps.locks.during(`order ${actor.profileId}`, () => orderInSteps(actor, ids, posts, deps));
}

async function orderInSteps(
  actor: Actor,
  ids: readonly string[],
  found: Posts,
  deps: PublishingDeps,
): Promise<Posts> {
  let posts = found;
  // Each step puts a post in its place. Somebody who moves posts meanwhile can't keep this going for ever.
  for (let step = 0; step < 2 * ids.length; step++) {
    const moves = nextMoves(posts);
    if (moves.size === 0) break;
    posts = (await exchange(actor, posts, moves, deps)) ?? (await waitingNow(actor, ids, deps));
  }
  return posts;
}

/** One step. @returns the posts as they are then; null, and nothing has changed, where one of those that move has changed since */
async function exchange(
  actor: Actor,
  posts: Posts,
  moves: ReadonlyMap<string, number>,
  deps: PublishingDeps,
): Promise<Posts | null> {
  const at = deps.clock.now();
  const known = new Map(posts.map((post) => [post.id, post]));
  let isOld = false;
  const decide: DecideAll = (found) => {
    const same = waitingIn(found, at).filter(({ id, revision }) => known.get(id)?.revision === revision);
    isOld = same.length < moves.size;
    return isOld ? [] : same.map((post) => revisionOf(post, moves.get(post.id), actor, at));
  };
  for (const post of await reviseAll(actor, [...moves.keys()], at, deps, decide)) known.set(post.id, post);
  return isOld ? null : [...known.values()];
}

const waitingNow = (actor: Actor, ids: readonly string[], deps: PublishingDeps): Promise<Posts> => {
  const at = deps.clock.now();
  return reviseAll(actor, ids, at, deps, (found) =>
    waitingIn(found, at).map((post) => revisionOf(post, undefined, actor, at)),
  );
};

const nextMoves = (posts: Posts) => orderMoves(posts.map(queuedPost), MOST_TARGETS);

const queuedPost = (post: PostWithoutContent): QueuedPost => ({
  id: post.id,
  at: timeOf(post),
  targets: post.targets.length,
});

const timeOf = ({ scheduledFor }: PostWithoutContent): number => scheduledFor ?? 0;

const isInOrder = (times: readonly number[]) => times.every((time, i) => time >= (times[i - 1] ?? time));

/** @param scheduledFor undefined for a post that stays */
function revisionOf(post: PostWithoutContent, scheduledFor: number | undefined, actor: Actor, at: number) {
  if (scheduledFor === undefined) return { post, revision: { at } };
  return moveTo(post, { schedule: post.schedule, scheduledFor }, { actor, at, kind: "reordered" });
}
