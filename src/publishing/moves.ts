// Moves waiting posts to other times, and exchanges the times of two of them. A post moves in one transaction, so that the
// dispatcher sees it either before or after the move.
import { Problem } from "../errors.ts";
import { statusOf, type Post, type PostWithoutContent, type Schedule } from "../domain/post.ts";
import type { PostRevision, Revision } from "../domain/store/posts.ts";
import { placeAt } from "../domain/slot.ts";
import { auditEntry, type Actor } from "./actor.ts";
import { existingPost, postNotFound, reviseAll } from "./existing-post.ts";
import { anyRevision, type Precondition } from "./precondition.ts";
import type { PublishingDeps } from "./targets.ts";

/** When a waiting post goes out, and whether it holds a slot of the queue for that. */
export interface Moment {
  readonly schedule: Schedule;
  /** ms since 1970. */
  readonly scheduledFor: number;
}

/** What the journal says about a move. */
export type MoveKind = "swapped" | "shifted" | "reordered";

/**
 * Two waiting posts exchange their times, and their slots with them.
 * @param precondition of the first
 * @returns the first
 * @throws Problem not_found, not_waiting, invalid_request for a post with itself
 */
export async function swapPosts(
  actor: Actor,
  id: string,
  otherId: string,
  deps: PublishingDeps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  if (id === otherId)
    throw new Problem("invalid_request", "A post can't exchange its time with itself.", {
      errors: [{ pointer: "/swapWith", message: "is the post itself" }],
    });
  const before = await existingPost(actor.profileId, id, deps);
  precondition(before);
  const at = deps.clock.now();
  const ids = [id, otherId];
  let isOld = false;
  await reviseAll(actor, ids, at, deps, (posts) => {
    const [first, second] = posts;
    if (!first || !second) throw postNotFound();
    isOld = first.revision !== before.revision;
    if (isOld) return [];
    requireWaiting(posts, ids, at);
    const act = { actor, at, kind: "swapped" } as const;
    return [moveTo(first, momentOfWaiting(second), act), moveTo(second, momentOfWaiting(first), act)];
  });
  if (isOld) return await swapPosts(actor, id, otherId, deps, precondition);
  return await existingPost(actor.profileId, id, deps);
}

function momentOfWaiting({ schedule, scheduledFor }: PostWithoutContent): Moment {
  if (scheduledFor === null) throw new Error("a post that waits has a time");
  return { schedule, scheduledFor };
}

interface Act {
  readonly actor: Actor;
  readonly at: number;
  readonly kind: MoveKind;
}

/** A waiting post at another moment. */
export function moveTo(
  post: PostWithoutContent,
  { schedule, scheduledFor }: Moment,
  { actor, at, kind }: Act,
): PostRevision {
  const place = placeAt(scheduledFor, at);
  const detail = { schedule, at: new Date(scheduledFor).toISOString(), how: kind };
  const revision: Revision = {
    at,
    dueAt: scheduledFor,
    post: { ...place, schedule, warnings: [] },
    event: { kind: "scheduled", detail: kind, data: { dueAt: scheduledFor } },
    audit: auditEntry(actor, { action: "post.schedule", subject: post.id, at, detail }),
  };
  return { post, revision };
}

/**
 * Requires that all these posts wait and are not due yet.
 * @param ids all that were asked for
 * @param only null: also posts that are scheduled for a time of their own
 * @throws Problem not_waiting, which names those that do not wait
 */
export function requireWaiting(
  posts: readonly PostWithoutContent[],
  ids: readonly string[],
  now: number,
  only: "queued" | null = null,
): void {
  const found = new Map(posts.map((post) => [post.id, post]));
  const others = ids.flatMap((id) => {
    const why = whyFixed(found.get(id), now, only);
    return why === null ? [] : [{ id, why }];
  });
  if (others.length > 0) throw notWaitingProblem(others);
}

/** Those of them that wait in the queue and are not due yet. */
export const waitingIn = (posts: readonly PostWithoutContent[], now: number): PostWithoutContent[] =>
  posts.filter((post) => whyFixed(post, now, "queued") === null);

/** Why a post can't get another waiting post's time; null when it can. */
function whyFixed(post: PostWithoutContent | undefined, now: number, only: "queued" | null): string | null {
  if (!post) return "It does not exist.";
  const status = statusOf(post);
  if (status === "draft") return "It is a draft.";
  if (status !== "queued" && status !== "scheduled") return "Publishing of it has started or finished.";
  if (only !== null && status !== only) return "It has a time of its own: it is not in the queue.";
  return (post.scheduledFor ?? 0) > now ? null : "It is due.";
}

function notWaitingProblem(notWaiting: readonly { readonly id: string; readonly why: string }[]): Problem {
  const are = notWaiting.length === 1 ? "1 of the posts is" : `${notWaiting.length} of the posts are`;
  return new Problem("not_waiting", `${are} not waiting for a time. Nothing was changed.`, { notWaiting });
}
