// Reads when a post is to go out (D17), and finds its place: now, a time, or the next free slot (D21).
import { Problem } from "../errors.ts";
import { momentOf } from "../time.ts";
import type { Schedule } from "../domain/post.ts";
import { nextFree, placeAt, type Slot } from "../domain/slot.ts";
import type { SlotPick } from "../domain/store/posts.ts";
import type { Slots } from "../domain/store/slots.ts";

export interface ScheduleChoice {
  readonly schedule: Schedule;
  /** ms since 1970; null for a draft, for now, and for a slot that is chosen while storing. */
  readonly at: number | null;
}

const PAST_GRACE_MS = 5 * 60_000;
const FARTHEST_MS = 2 * 366 * 86_400_000;
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

function wrong(detail: string): Problem {
  return new Problem("invalid_schedule", `${detail} An example: 2027-01-31T09:00:00+01:00.`, {
    errors: [{ pointer: "/schedule", message: detail }],
  });
}
