// Queue slots: their next times in their time zone, and which post holds which (D21).
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

/** As people write them; Monday is day 1. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Days of a slot as people write them: `daily`, or `mon,wed`. */
export function daysText({ weekdays }: Pick<Slot, "weekdays">): string {
  return weekdays.length === 7 ? "daily" : weekdays.map((day) => DAYS[day - 1] ?? "").join(",");
}

/** The first slot with the time and a day of an earlier one, as an index; -1 when there is none. */
export function twinOf(slots: readonly Pick<Slot, "weekdays" | "time" | "timezone">[]): number {
  return slots.findIndex(({ time, timezone, weekdays }, index) =>
    slots
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.time === time &&
          earlier.timezone === timezone &&
          earlier.weekdays.some((day) => weekdays.includes(day)),
      ),
  );
}

/** All occurrences after `from`, earliest first, without end. Two slots at the same moment are one occurrence. */
export function* occurrences(slots: readonly Slot[], from: number): Generator<Occurrence> {
  const coming = slots.filter(({ weekdays }) => weekdays.length > 0);
  const series = coming.map((slot) => {
    const moments = momentsOf(slot, from);
    return { slotId: slot.id, moments, at: moments.next().value };
  });
  let last = from;
  for (;;) {
    const earliest = series.reduce<(typeof series)[number] | undefined>(
      (a, b) => (a && a.at <= b.at ? a : b),
      undefined,
    );
    if (!earliest) return;
    if (earliest.at > last) {
      last = earliest.at;
      yield { at: earliest.at, slotId: earliest.slotId };
    }
    earliest.at = earliest.moments.next().value;
  }
}

/** Moments that posts hold; asked in rising order. */
export type HeldTimes = Pick<ReadonlySet<number>, "has">;

/** Moments that posts hold, each with its post. */
export interface HeldSlots extends HeldTimes {
  /** The post that holds the moment; null when none does. */
  holder(at: number): string | null;
}

/** Slots that are far enough ahead and that no post holds, earliest first, without end; nothing when there are no slots. */
export function* freeMoments(slots: readonly Slot[], held: HeldTimes, now: number): Generator<number, void> {
  for (const { at } of occurrences(slots, now + SLOT_LEAD_MS - 1)) if (!held.has(at)) yield at;
}

/** The earliest of them; null when there are no slots. */
export function nextFree(slots: readonly Slot[], held: HeldTimes, now: number): number | null {
  return freeMoments(slots, held, now).next().value ?? null;
}

/** Pre-flight runs again this long before a post is due (D25a). */
const CHECKS_BEFORE_MS = [24 * 3_600_000, 3_600_000] as const;

/** When a post goes out, and when it is looked at again before. */
export interface PostTime {
  /** ms since 1970. */
  readonly scheduledFor: number;
  readonly checkAt: number | null;
}

/** Where a post stands at this time, ms since 1970, as seen from `now`. */
export function placeAt(scheduledFor: number, now: number): PostTime {
  return { scheduledFor, checkAt: nextCheck(scheduledFor, now) };
}

/** When a waiting post is looked at next; null when it is due too soon for that. */
export function nextCheck(scheduledFor: number, now: number): number | null {
  return CHECKS_BEFORE_MS.map((before) => scheduledFor - before).find((at) => at > now) ?? null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No zone is further from UTC, and none jumps further. */
const FARTHEST_OFFSET_MS = DAY_MS;

/**
 * The moments after `from` at which the slot comes round, rising, without end; it has a day at least. On each of
 * its days that is the local time, moved forward by the gap where the clocks skip it, and the first of two where they
 * repeat it.
 */
function* momentsOf({ weekdays, time, timezone }: Slot, from: number): Generator<number, never> {
  const days = new Set(weekdays);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const timeOfDay = (hour * 60 + minute) * MINUTE_MS;
  const localTime = localTimes(timezone);
  // As if the local date were one in UTC: a number of days, of which every seventh is the same weekday.
  for (let day = Math.floor((from - FARTHEST_OFFSET_MS) / DAY_MS); ; day++) {
    if (!days.has(weekdayOf(day))) continue;
    const at = localTime(day * DAY_MS + timeOfDay);
    if (at > from) yield at;
  }
}

/** 1 Monday … 7 Sunday; day 0 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

/**
 * Turns local times, written as if they were UTC, into moments. The zone is asked only where its clocks change: in
 * between its distance from UTC is one number.
 */
function localTimes(timezone: string): (local: number) => number {
  let offset = 0;
  /** The local times between which `offset` holds for certain. */
  let [since, until] = [Infinity, -Infinity];
  return (local) => {
    if (local >= since && local < until) return local - offset;
    const zoned = Temporal.Instant.fromEpochMilliseconds(local)
      .toZonedDateTimeISO("UTC")
      .toPlainDateTime()
      .toZonedDateTime(timezone);
    const change = (direction: "next" | "previous") =>
      zoned.getTimeZoneTransition(direction)?.epochMilliseconds ?? null;
    offset = zoned.offsetNanoseconds / 1e6;
    since = (change("previous") ?? -Infinity) + offset + FARTHEST_OFFSET_MS;
    until = (change("next") ?? Infinity) + offset - FARTHEST_OFFSET_MS;
    return zoned.epochMilliseconds;
  };
}
