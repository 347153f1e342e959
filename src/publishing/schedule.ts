// Reads when a post is to go out (D17), and finds its place: now, a time, or the next free slot (D21).
import { Problem } from "../errors.ts";
import { momentOf } from "../time.ts";
import type { Schedule } from "../domain/post.ts";
import { nextFree, occurrences, placeAt, SLOT_LEAD_MS, type Slot } from "../domain/slot.ts";
import type { SlotPick } from "../domain/store/posts.ts";
import type { Slots } from "../domain/store/slots.ts";

export interface ScheduleChoice {
  readonly schedule: Schedule;
  /** ms since 1970; null for a draft, for now, and for a slot that is chosen while storing. */
  readonly at: number | null;
}

const PAST_GRACE_MS = 5 * 60_000;
/** The farthest that a post can be scheduled ahead. */
export const FARTHEST_MS = 2 * 366 * 86_400_000;
/** @throws Problem invalid_schedule */
export function readSchedule(text: string | null, now: number): ScheduleChoice {
  if (text === null) return { schedule: "queue", at: null };
  if (text === "draft" || text === "now") return { schedule: text, at: null };
  const at = momentOf(text);
  if (at === null)
    throw wrong(`${JSON.stringify(text)} is neither \`now\`, \`draft\` nor a time with an offset.`);
  if (at < now - PAST_GRACE_MS) throw wrong(`${text} is in the past.`);
  if (at > now + FARTHEST_MS) throw wrong(`${text} is more than two years ahead.`);
  return at <= now ? { schedule: "now", at: null } : { schedule: "time", at };
}

/** How a queued post finds its slot while it is stored; null for any other schedule. */
export async function slotPick(
  profileId: string,
  plan: ScheduleChoice,
  slots: Slots,
  now: number,
): Promise<SlotPick | null> {
  if (plan.schedule !== "queue") return null;
  return pickFrom(await slots.list(profileId), now);
}

/** Chooses the earliest of these slots that is free; the choice throws Problem queue_has_no_slots. */
export function pickFrom(slots: readonly Slot[], now: number): SlotPick {
  return (held) => {
    const at = nextFree(slots, held, now);
    if (at === null) throw new Problem("queue_has_no_slots", "This profile's queue has no slots.");
    return placeAt(at, now);
  };
}

/**
 * Chooses this slot and no other; the choice throws Problem slot_taken.
 * @param at ms since 1970
 * @param postId the post that is to have it, which may hold it already
 * @throws Problem invalid_schedule when it is not a slot, or too soon
 */
export function pickSlot(slots: readonly Slot[], at: number, postId: string, now: number): SlotPick {
  const time = new Date(at).toISOString();
  if (!isSlot(slots, at)) throw wrong(`${time} is not a slot of the queue.`, "slotAt");
  if (at < now + SLOT_LEAD_MS)
    throw wrong(`${time} is less than ${SLOT_LEAD_MS / 1000} s ahead, or in the past.`, "slotAt");
  return (held) => {
    const holder = held.holder(at);
    if (holder !== null && holder !== postId)
      throw new Problem("slot_taken", `Another post holds the slot of ${time}.`, { postId: holder });
    return placeAt(at, now);
  };
}

/** Whether one of the slots comes round at this moment, ms since 1970. */
export const isSlot = (slots: readonly Slot[], at: number): boolean =>
  occurrences(slots, at - 1).next().value?.at === at;

function wrong(detail: string, field = "schedule"): Problem {
  return new Problem("invalid_schedule", `${detail} An example: 2027-01-31T09:00:00+01:00.`, {
    errors: [{ pointer: `/${field}`, message: detail }],
  });
}
