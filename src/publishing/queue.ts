// Queue slots: when they come round in their zone, and which post holds which (D21).
import { Cron } from "croner";

export interface Slot {
  readonly id: string;
  readonly profileId: string;
  /** 1 Monday … 7 Sunday. */
  readonly weekdays: readonly number[];
  /** HH:MM, local. */
  readonly time: string;
  /** IANA zone. */
  readonly timezone: string;
}

export interface Occurrence {
  /** ms since 1970. */
  readonly at: number;
  readonly slotId: string;
}

/** A slot this near is not given to a post any more. */
export const SLOT_LEAD_MS = 60_000;
const FIRST_TIMES = ["09:00", "12:30", "17:00"] as const;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a new profile gets: three times a day, in its own zone. */
export function firstSlots(profile: { id: string; timezone: string }, newId: () => string): Slot[] {
  const { id: profileId, timezone } = profile;
  return FIRST_TIMES.map((time) => ({ id: newId(), profileId, weekdays: EVERY_DAY, time, timezone }));
}

/** All occurrences after `from`, earliest first, for ever. Two slots at the same moment are one occurrence. */
export function* occurrences(slots: readonly Slot[], from: number): Generator<Occurrence> {
  const next = slots.map((slot) => ({ slot, at: nextOf(slot, from) }));
  let last = from;
  for (;;) {
    const earliest = next.reduce((a, b) => (b.at < a.at ? b : a), next[0] ?? NOTHING);
    if (earliest.at === Infinity) return;
    if (earliest.at > last) {
      last = earliest.at;
      yield { at: earliest.at, slotId: earliest.slot.id };
    }
    earliest.at = nextOf(earliest.slot, earliest.at);
  }
}

const NOTHING = { slot: { id: "", profileId: "", weekdays: [], time: "", timezone: "" }, at: Infinity };

/** Earliest slot that is far enough ahead and that no post holds; null when there are no slots. */
export function nextFree(slots: readonly Slot[], held: ReadonlySet<number>, now: number): number | null {
  for (const { at } of occurrences(slots, now + SLOT_LEAD_MS - 1)) if (!held.has(at)) return at;
  return null;
}

/** Longer than any zone ever jumps. */
const JUMP_MS = 3 * 3_600_000;

/**
 * The first time after `from` that the slot comes round. croner finds the day; the moment on that day is the local
 * time, moved forward by the gap where the clocks skip it, and the first of two where they repeat it.
 */
function nextOf({ weekdays, time, timezone }: Slot, from: number): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const cron = new Cron(`${minute} ${hour} * * ${weekdays.map((day) => day % 7).join(",")}`, {
    timezone,
    paused: true,
  });
  // Asked from a little before: on a day with a gap, croner's moment is not ours.
  for (let day = cron.nextRun(new Date(from - JUMP_MS)); day; day = cron.nextRun(day)) {
    const local = Temporal.Instant.fromEpochMilliseconds(day.getTime())
      .toZonedDateTimeISO(timezone)
      .toPlainDate();
    const at = local.toZonedDateTime({ timeZone: timezone, plainTime: { hour, minute } }).epochMilliseconds;
    if (at > from) return at;
  }
  return Infinity;
}
