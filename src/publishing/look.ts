// Asks the network about an uncertain target now, because a person wants to know. Nothing is sent, whatever it answers.
import { Problem } from "../errors.ts";
import { auditEntry, type Actor } from "./actor.ts";
import { LOOK_REQUEST_EVERY_MS } from "./delivery/retry-policy.ts";
import { revise } from "./existing-post.ts";
import { uncertainTarget } from "./reconcile.ts";
import type { PublishingDeps } from "./targets.ts";
import type { Post, Target } from "../domain/post.ts";

/**
 * Makes an uncertain target due for a look. The planned looks stay as they are; one that is due already is the answer.
 * @throws Problem not_found, not_reconcilable, rate_limited
 */
export function requestLook(actor: Actor, id: string, targetId: string, deps: PublishingDeps): Promise<Post> {
  const at = deps.clock.now();
  return revise(actor, id, deps, (post) => {
    const target = uncertainTarget(post, targetId);
    if (isLookDue(target, at)) return { at };
    requireRest(target, at);
    const audit = auditEntry(actor, { action: "post.look", subject: targetId, at, detail: { postId: id } });
    return { at, look: { targetId, by: actor.name }, audit };
  });
}

/** Whether the network is being asked about it, or is about to be. */
export function isLookDue({ state, dueAt, lookAsked }: Target, at: number): boolean {
  return state === "uncertain" && (lookAsked || (dueAt !== null && dueAt <= at));
}

/** @throws Problem rate_limited; a look in the future is one from before the clock was set back, and keeps nobody */
function requireRest({ verification }: Target, at: number): void {
  const since = at - (verification?.checkedAt ?? -Infinity);
  if (since < 0 || since >= LOOK_REQUEST_EVERY_MS) return;
  const retryAfter = Math.ceil((LOOK_REQUEST_EVERY_MS - since) / 1000);
  const detail = `The network was asked ${Math.floor(since / 1000)} s ago. Wait ${retryAfter} s, then ask again.`;
  throw new Problem("rate_limited", detail, { retryAfter });
}
