// Pauses of a profile's queue, during which queued posts wait.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { MAX_REASON, type QueuePause } from "../domain/pause.ts";
import { reflowTo } from "../domain/reflow.ts";
import type { Queue } from "../domain/store/queue.ts";
import type { Slots } from "../domain/store/slots.ts";
import type { Log } from "../log.ts";
import { auditEntry, type Actor } from "./actor.ts";
import { requireFullReach } from "./reach.ts";
import { FARTHEST_MS } from "./schedule.ts";

export interface QueueDeps {
  readonly queue: Queue;
  readonly slots: Pick<Slots, "list">;
  readonly clock: Clock;
}

/**
 * Queued posts wait from now on; scheduled ones go out, and so does a post that has begun on one of its accounts. A pause
 * that is there already gets the new reason and end, and keeps its beginning.
 * @param until when it ends, ms since 1970; null: when somebody ends it
 * @param reason for people, at most 300 characters
 * @throws Problem invalid_request, simulated_only
 */
export async function pauseQueue(
  actor: Actor,
  { until, reason }: Pick<QueuePause, "until" | "reason">,
  { queue, clock }: Pick<QueueDeps, "queue" | "clock">,
): Promise<QueuePause> {
  requireFullReach(actor, HOLDS_REAL_POSTS);
  const { profileId, name } = actor;
  const at = clock.now();
  const text = reason.trim();
  if (text === "" || Array.from(text).length > MAX_REASON)
    throw invalid("/reason", `must have 1 to ${MAX_REASON} characters`);
  if (until !== null && until <= at) throw invalid("/until", "must be in the future");
  if (until !== null && until > at + FARTHEST_MS) throw invalid("/until", "must be at most two years ahead");
  const pause = { reason: text, since: at, by: name, until };
  const detail = { reason: text, until: until === null ? null : new Date(until).toISOString() };
  return await queue.setPause(profileId, pause, entryOf(profileId, name, "queue.pause", at, detail));
}

/**
 * The queue goes on. Posts whose slot passed during the pause take the next free slots, in their order.
 * @returns whether there was a pause
 * @throws Problem queue_has_no_slots when such posts have no slots to move to: then the pause stays; simulated_only
 */
export async function resumeQueue(actor: Actor, deps: QueueDeps): Promise<boolean> {
  requireFullReach(actor, HOLDS_REAL_POSTS);
  return await resume(actor.profileId, actor.name, null, deps);
}

const HOLDS_REAL_POSTS = "The queue holds posts to real accounts, too.";

async function resume(
  profileId: string,
  actor: string,
  endedBy: number | null,
  { queue, slots, clock }: QueueDeps,
): Promise<boolean> {
  const at = clock.now();
  const reflow = reflowTo(await slots.list(profileId), at);
  return await queue.resume(profileId, reflow, endedBy, entryOf(profileId, actor, "queue.resume", at, null));
}

/**
 * A pause that can't be ended, because its posts have no slots or the disk is full, is tried again and keeps nothing else
 * from going on.
 * @returns a function that ends every pause whose time has come
 */
export function openQueueResumption(deps: QueueDeps & { readonly log: Log }): () => Promise<void> {
  /** Profiles whose queue can't go on; each is logged once. */
  const stuck = new Set<string>();
  return async () => {
    const now = deps.clock.now();
    for (const profileId of await deps.queue.ended(now)) {
      try {
        await resume(profileId, "crier", now, deps);
        stuck.delete(profileId);
      } catch (cause) {
        const why = cause instanceof Problem ? { detail: cause.detail } : { cause };
        if (!stuck.has(profileId)) deps.log.warn("queue_not_resumed", { profileId, ...why });
        stuck.add(profileId);
      }
    }
  };
}

function entryOf(profileId: string, actor: string, action: string, at: number, detail: QueueDetail) {
  return auditEntry({ profileId, name: actor }, { action, subject: profileId, at, detail });
}
type QueueDetail = { readonly reason: string; readonly until: string | null } | null;

function invalid(pointer: string, message: string): Problem {
  return new Problem("invalid_request", `\`${pointer.slice(1)}\` ${message}.`, {
    errors: [{ pointer, message }],
  });
}
