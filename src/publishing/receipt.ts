// What is known of a settled post, for its receipt: each target with its attempts, and where its journal stands.
import { Problem } from "../errors.ts";
import { postNotFound } from "./existing-post.ts";
import type { AttemptRecord } from "../domain/evidence.ts";
import { headOf, type ChainedRow, type ChainHead } from "../domain/event-chain.ts";
import { statusOf, type Post, type PostStatus, type Target } from "../domain/post.ts";
import type { Posts } from "../domain/store/posts.ts";
import { TRANSITIONS, type State } from "../domain/target-state.ts";

export interface Delivery {
  readonly post: Post;
  /** In the post's order. */
  readonly targets: readonly TargetDelivery[];
  readonly journal: ChainHead;
}

export interface TargetDelivery {
  readonly target: Target;
  /** Oldest first. */
  readonly attempts: readonly AttemptRecord[];
  /** When it became what it is, ms since 1970. */
  readonly settledAt: number | null;
}

export interface DeliveryDeps {
  readonly posts: Pick<Posts, "get" | "attempts" | "chain">;
}

/** An uncertain target has settled, too (D15). */
const SETTLED: readonly PostStatus[] = ["posted", "failed", "partial", "uncertain"];

/** @throws Problem not_found, not_settled */
export async function deliveryOf(
  profileId: string,
  postId: string,
  { posts }: DeliveryDeps,
): Promise<Delivery> {
  const [post, attempts, events] = await Promise.all([
    posts.get(profileId, postId),
    posts.attempts(profileId, postId),
    posts.chain(profileId, postId),
  ]);
  if (!post || !attempts || !events) throw postNotFound();
  const status = statusOf(post);
  if (!SETTLED.includes(status))
    throw new Problem("not_settled", `This post has the status ${status}. There is no receipt for it yet.`);
  const targets = post.targets.map((target) => ({
    target,
    attempts: attempts.filter(({ targetId }) => targetId === target.id),
    settledAt: settledAt(target, events),
  }));
  return { post, targets, journal: headOf(events) };
}

const END_STATES: readonly State[] = ["posted", "failed", "uncertain"];
const SETTLING = new Set(
  Object.values(TRANSITIONS).flatMap((moves: Partial<Record<string, State>>) =>
    Object.entries(moves).flatMap(([move, to]) => (to && END_STATES.includes(to) ? [move] : [])),
  ),
);

function settledAt({ id }: Target, events: readonly ChainedRow[]): number | null {
  return events.findLast(({ targetId, kind }) => targetId === id && SETTLING.has(kind))?.at ?? null;
}
