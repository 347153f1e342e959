// Tests the times of slots (D21) against Temporal: never twice, never missed, always the right local time.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { generatedCases } from "../../support/generated-cases.ts";
import { nextFree, occurrences, SLOT_LEAD_MS, type Slot } from "../../../domain/slot.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const slotOf = (
  time: string,
  timezone: string,
  weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7],
): Slot => ({
  id: `${time} ${timezone}`,
  profileId: "p",
  weekdays,
  time,
  timezone,
});

/** Every day's local time by Temporal: a time in a gap moves forward by the gap, one that comes twice is the first. */
function reference({ weekdays, time, timezone }: Slot, from: number, until: number): number[] {
  const found: number[] = [];
  const plainTime = Temporal.PlainTime.from(time);
  let date = Temporal.Instant.fromEpochMilliseconds(from - 2 * DAY)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  for (let at = 0; at <= until + 2 * DAY; date = date.add({ days: 1 })) {
    at = date
      .toPlainDateTime(plainTime)
      .toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds;
    if (weekdays.includes(date.dayOfWeek) && at > from && at <= until) found.push(at);
  }
  return found;
}

function ours(slots: readonly Slot[], from: number, until: number): number[] {
  const found: number[] = [];
  for (const { at } of occurrences(slots, from)) {
    if (at > until) break;
    found.push(at);
  }
  return found;
}

/** Moments at which the zone's clocks jump, in these years. */
function jumps(timezone: string, from = "2026-01-01T00:00Z", years = 3): number[] {
  const found: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from(from).toZonedDateTimeISO(timezone);
  const end = at.add({ years }).epochMilliseconds;
  for (
    at = at.getTimeZoneTransition("next");
    at && at.epochMilliseconds < end;
    at = at.getTimeZoneTransition("next")
  )
    found.push(at.epochMilliseconds);
  return found;
}

/** Northern and southern, half an hour, at midnight, a quarter hour off, behind UTC, and none at all. */
const ZONES = [
  ...["Europe/Berlin", "America/New_York", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Auckland"],
  ...[
    "America/Santiago",
    "Pacific/Chatham",
    "Asia/Beirut",
    "America/Havana",
    "America/St_Johns",
    "Europe/Dublin",
  ],
  ...["Africa/Casablanca", "America/Asuncion", "Antarctica/Troll"],
];
const STILL_ZONES = [
  "UTC",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

/** Around a jump, every half hour of the local day is a case. */
const TIMES = [
  "00:00",
  "00:15",
  "00:30",
  "01:00",
  "01:30",
  "02:00",
  "02:15",
  "02:30",
  "02:45",
  "03:00",
  "23:30",
  "23:59",
];

describe("every jump of every zone", () => {
  const cases = ZONES.flatMap((zone) =>
    jumps(zone)
      .slice(0, 4)
      .flatMap((jump) => TIMES.map((time) => ({ zone, jump, time }))),
  );

  test("slots around every jump agree with Temporal (D21)", () => {
    expect(cases.length).toBeGreaterThan(200);
    for (const { zone, jump, time } of cases) {
      const slot = slotOf(time, zone);
      const [from, until] = [jump - 5 * DAY, jump + 5 * DAY];
      const found = ours([slot], from, until);
      expect({ zone, time, found }).toEqual({ zone, time, found: reference(slot, from, until) });
    }
    console.log(`${cases.length} cases over ${ZONES.length} zones`);
  });

  test("the next slot agrees with Temporal from any moment around a jump (D21)", () => {
    for (const { zone, jump, time } of cases.filter((_, index) => index % 30 === 0)) {
      const slot = slotOf(time, zone);
      for (let from = jump - 26 * HOUR; from <= jump + 26 * HOUR; from += HOUR / 2) {
        const [first] = ours([slot], from, from + 3 * DAY);
        expect({ zone, time, from, first }).toEqual({
          zone,
          time,
          from,
          first: reference(slot, from, from + 3 * DAY)[0],
        });
      }
    }
  });
});

test("a time inside a gap at midnight moves forward by the gap (D21)", () => {
  // Cairo 2026-04-24: 00:00 does not exist, the clocks show 01:00 at 22:00 UTC the day before.
  const from = Date.parse("2026-04-23T12:00:00Z");
  expect(ours([slotOf("00:00", "Africa/Cairo")], from, from + DAY).map(iso)).toEqual([
    "2026-04-23T22:00:00.000Z",
  ]);
  expect(ours([slotOf("00:30", "Africa/Cairo")], from, from + DAY).map(iso)).toEqual([
    "2026-04-23T22:30:00.000Z",
  ]);
});

test("a time inside a half-hour gap moves forward by half an hour (D21)", () => {
  // Lord Howe jumps by 30 minutes at 02:00 on 2026-10-04: 02:15 is shown as 02:45.
  const from = Date.parse("2026-10-03T00:00:00Z");
  expect(ours([slotOf("02:15", "Australia/Lord_Howe")], from, from + DAY).map(iso)).toEqual([
    "2026-10-03T15:45:00.000Z",
  ]);
});

test("a time that occurs twice is used once, the first time (D21)", () => {
  const from = Date.parse("2026-10-24T12:00:00Z");
  expect(ours([slotOf("02:30", "Europe/Berlin")], from, from + DAY).map(iso)).toEqual([
    "2026-10-25T00:30:00.000Z",
  ]);
  // Asked between the two, it is tomorrow's turn.
  const between = Date.parse("2026-10-25T01:00:00Z");
  expect(ours([slotOf("02:30", "Europe/Berlin")], between, between + DAY + HOUR).map(iso)).toEqual([
    "2026-10-26T01:30:00.000Z",
  ]);
});

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const anySlot = fc.record({
  time: anyTime,
  timezone: fc.constantFrom(...ZONES, ...STILL_ZONES),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
});
const anyMoment = fc.integer({ min: Date.parse("2025-01-01T00:00Z"), max: Date.parse("2032-01-01T00:00Z") });

test("any slot asked for at any moment agrees with Temporal (D21)", () => {
  fc.assert(
    fc.property(anySlot, anyMoment, ({ time, timezone, weekdays }, from) => {
      const slot = slotOf(time, timezone, weekdays);
      expect(ours([slot], from, from + 21 * DAY)).toEqual(reference(slot, from, from + 21 * DAY));
    }),
    { numRuns: generatedCases(1000, 100), seed: 21 },
  );
});

test("any slot near a jump agrees with Temporal (D21)", () => {
  const nearJump = fc.constantFrom(...ZONES.filter((zone) => jumps(zone).length > 0)).chain((timezone) =>
    fc.record({
      timezone: fc.constant(timezone),
      jump: fc.constantFrom(...jumps(timezone)),
      time: anyTime,
      before: fc.integer({ min: 0, max: 3 * DAY }),
    }),
  );
  fc.assert(
    fc.property(nearJump, ({ timezone, jump, time, before }) => {
      const slot = slotOf(time, timezone);
      const from = jump - before;
      expect(ours([slot], from, from + 6 * DAY)).toEqual(reference(slot, from, from + 6 * DAY));
    }),
    { numRuns: generatedCases(2000, 200), seed: 22 },
  );
});

test("several slots give one rising sequence without duplicates (D21)", () => {
  fc.assert(
    fc.property(fc.array(anySlot, { minLength: 1, maxLength: 5 }), anyMoment, (generated, from) => {
      const slots = generated.map(({ time, timezone, weekdays }) => slotOf(time, timezone, weekdays));
      const until = from + 10 * DAY;
      const all = new Set(slots.flatMap((slot) => reference(slot, from, until)));
      expect(ours(slots, from, until)).toEqual([...all].toSorted((a, b) => a - b));
    }),
    { numRuns: generatedCases(300, 60), seed: 23 },
  );
});

test("the next free slot is the earliest unused one (D21)", () => {
  fc.assert(
    fc.property(
      anySlot,
      anyMoment,
      fc.integer({ min: 0, max: 20 }),
      ({ time, timezone, weekdays }, now, taken) => {
        const slot = slotOf(time, timezone, weekdays);
        const all = reference(slot, now + SLOT_LEAD_MS - 1, now + 200 * DAY);
        expect(nextFree([slot], new Set(all.slice(0, taken)), now)).toBe(all[taken] ?? Number.NaN);
      },
    ),
    { numRuns: generatedCases(200, 40), seed: 24 },
  );
});

const iso = (ms: number) => new Date(ms).toISOString();
