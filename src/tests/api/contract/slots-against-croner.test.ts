// Slots around every change of the clocks (D21), judged by croner: its own code over Intl, where ours uses Temporal.
import { expect, test } from "bun:test";
import { Cron } from "croner";
import { occurrences, type Slot } from "../../../domain/slot.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const FROM = Date.parse("2026-01-01T00:00Z");
const YEARS_MS = 104 * WEEK;
const TIMES = ["00:00", "00:30", "01:00", "01:30", "01:59", "02:00", "02:15", "02:45", "03:00", "23:30"];
const DAYS = [
  [1, 2, 3, 4, 5, 6, 7],
  [6, 7],
  [4, 5, 7],
];

/** What the clocks of a zone show at a moment, as if it were UTC. */
function clockOf(timezone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: timezone, hourCycle: "h23", era: "short" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" },
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}

/** Weeks in which the clocks of a zone change, by where they begin. */
function weeksOfChange(shown: (at: number) => number): number[] {
  const offsetAt = (at: number) => shown(at) - at;
  return Array.from({ length: YEARS_MS / WEEK }, (_, n) => FROM + n * WEEK).filter(
    (at) => offsetAt(at) !== offsetAt(at + WEEK),
  );
}

function ours(slot: Slot, from: number, until: number): number[] {
  const found: number[] = [];
  for (const { at } of occurrences([slot], from)) {
    if (at > until) break;
    found.push(at);
  }
  return found;
}

function croners({ time, weekdays, timezone }: Slot, from: number, until: number): number[] {
  const [hour = "", minute = ""] = time.split(":");
  const cron = new Cron(`${Number(minute)} ${Number(hour)} * * ${weekdays.join(",")}`, { timezone });
  const found: number[] = [];
  for (let at = cron.nextRun(new Date(from)); at && at.getTime() <= until; at = cron.nextRun(at))
    found.push(at.getTime());
  return found;
}

/**
 * The two agree wherever the local time exists, also where it comes twice: the first time, once. They differ, on purpose,
 * where the clocks skip it. croner, like Vixie cron, runs at the end of the gap, whatever the time, and not at all when
 * that is another day. D21 moves the time forward by the length of the gap.
 * @param at croner's moment. @returns D21's
 */
function byD21(at: number, time: string, shown: (at: number) => number): number {
  const asked = Math.floor(shown(at) / DAY) * DAY + timeOfDay(time);
  if (asked === shown(at)) return at;
  const gap = shown(at) - shown(at - MINUTE) - MINUTE;
  return at + asked - (shown(at) - gap);
}

/** The moment for which croner has none: skipped by a gap that ends on the next day. Null in any other week. */
function lostAtMidnight({ time, weekdays }: Slot, week: number, shown: (at: number) => number) {
  let [before, after] = [week, week + WEEK];
  while (after - before > MINUTE) {
    const middle = Math.floor((before + after) / 2 / MINUTE) * MINUTE;
    if (shown(middle) - middle === shown(week) - week) before = middle;
    else after = middle;
  }
  const opens = shown(before) + MINUTE;
  const day = Math.floor(opens / DAY);
  const asked = day * DAY + timeOfDay(time);
  const isLost = asked >= opens && asked < shown(after) && Math.floor(shown(after) / DAY) > day;
  return isLost && weekdays.includes(new Date(asked).getUTCDay() || 7) ? after + asked - opens : null;
}

function timeOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * HOUR + minute * MINUTE;
}

test("slots agree with croner around every change of the clocks, where both define them (D21)", () => {
  let [cases, moments, skipped, zones] = [0, 0, 0, 0];
  for (const timezone of Intl.supportedValuesOf("timeZone")) {
    const shown = clockOf(timezone);
    const weeks = weeksOfChange(shown);
    if (weeks.length > 0) zones++;
    for (const week of weeks) {
      for (const time of TIMES) {
        const weekdays = DAYS[cases++ % DAYS.length] ?? [];
        const slot: Slot = { id: "s", profileId: "p", weekdays, time, timezone };
        const [from, until] = [week - 2 * DAY, week + WEEK + 2 * DAY];
        const judged = croners(slot, from, until);
        const lost = lostAtMidnight(slot, week, shown);
        const moved = judged.map((at) => byD21(at, time, shown));
        const expected = [...moved, ...(lost === null ? [] : [lost])].toSorted((a, b) => a - b);
        expect({ timezone, time, weekdays, found: ours(slot, from, until) }).toEqual({
          ...{ timezone, time, weekdays },
          found: expected,
        });
        moments += expected.length;
        skipped += expected.filter((at) => !judged.includes(at)).length;
      }
    }
  }
  expect(zones).toBeGreaterThan(50);
  expect(skipped).toBeGreaterThan(100);
  console.log(`${cases} slots in ${zones} zones: ${moments} moments, ${skipped} of them in a gap`);
});
