// The public view of a queue: its slots, what holds each coming moment, and the next free one (D21, D28).
import { Type, type Static } from "@sinclair/typebox";
import type { Clock } from "../../clock.ts";
import type { QueuePause } from "../../domain/pause.ts";
import { nextFree, occurrences, SLOT_LEAD_MS, type Occurrence } from "../../domain/slot.ts";
import type { HeldSlot, Posts } from "../../domain/store/posts.ts";
import type { Queue } from "../../domain/store/queue.ts";
import type { Slots } from "../../domain/store/slots.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";
import { SlotView, slotView } from "./slot.ts";

const MomentView = Type.Object({
  at: time,
  slotId: nullable(uuid),
  state: words(["free", "held", "too_soon"]),
  postId: nullable(uuid),
  reason: nullable(Type.String({ description: "why the next post cannot have it" })),
});

const QueuePauseView = Type.Object(
  {
    reason: Type.String(),
    since: time,
    until: nullable(time, "null: until someone resumes it"),
    by: Type.String({ description: "`key:<id>`, `owner:<email>` or `cli`" }),
  },
  { title: "QueuePause" },
);

export const PausedQueue = Type.Object({ paused: nullable(QueuePauseView) });

export const queuePauseView = ({ reason, since, until, by }: QueuePause): Static<typeof QueuePauseView> => ({
  reason,
  since: iso(since),
  until: isoOrNull(until),
  by,
});

export const QueueView = Type.Object({
  paused: nullable(QueuePauseView, "while queued posts wait"),
  slots: Type.Array(SlotView),
  nextFree: nullable(time),
  upcoming: Type.Array(MomentView),
  nextCursor: nullable(Type.String()),
});

/** What a page of the queue needs. */
export interface QueueDeps {
  readonly posts: Posts;
  readonly slots: Slots;
  readonly queue: Queue;
  readonly clock: Clock;
}

/**
 * The profile's slots, what holds each of the coming moments, and the next free one.
 * @param after ms since 1970: moments after this
 * @param limit how many moments at most
 */
export async function queueView(
  profileId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
  { posts, slots, queue, clock }: QueueDeps,
) {
  const now = clock.now();
  const all = await slots.list(profileId);
  // The earliest of both together are among the earliest of each.
  const held = await posts.held(profileId, after, limit + 1);
  const moments = momentsOf([...occurrences(all, after).take(limit + 1)], held, now);
  const shown = moments.slice(0, limit);
  const free = await posts.amongHeld(profileId, now, (taken) => nextFree(all, taken, now));
  const pause = await queue.pause(profileId);
  const last = shown.at(-1);
  return {
    view: {
      paused: pause && queuePauseView(pause),
      slots: all.map(slotView),
      nextFree: isoOrNull(free),
      upcoming: shown.map((each) => ({ ...each, at: iso(each.at) })),
    },
    /** Where the next page begins, ms; null when this is the last. */
    next: moments.length > limit && last ? last.at : null,
  };
}

type Moment = Omit<Static<typeof MomentView>, "at"> & { readonly at: number };

/** Slots and what is held, earliest first. Posts whose slot was changed since keep their time. */
export function momentsOf(coming: readonly Occurrence[], held: readonly HeldSlot[], now: number): Moment[] {
  const postAt = new Map(held.map(({ at, postId }) => [at, postId]));
  const slotAt = new Map(coming.map(({ at, slotId }) => [at, slotId]));
  const moments = [...new Set([...slotAt.keys(), ...postAt.keys()])].toSorted((a, b) => a - b);
  return moments.map((at) => momentView(at, slotAt.get(at) ?? null, postAt.get(at) ?? null, now));
}

function momentView(at: number, slotId: string | null, postId: string | null, now: number): Moment {
  if (postId !== null) {
    const reason = slotId ? "A post holds it." : "A post holds this time; the slot no longer exists.";
    return { at, slotId, state: "held", postId, reason };
  }
  if (at >= now + SLOT_LEAD_MS) return { at, slotId, state: "free", postId, reason: null };
  const reason = `It is less than ${SLOT_LEAD_MS / 1000} s ahead.`;
  return { at, slotId, state: "too_soon", postId, reason };
}
