// Times as people write and read them: "tomorrow 9:00" in, "Mon 23 Nov 09:00" out, in the profile's time zone.
import { momentOf } from "../time.ts";
import { UsageError } from "./context.ts";

const EXAMPLES = '"tomorrow 9:00", "in 2 hours", "fri 18:30" or 2027-01-31T09:00';

/** The API takes a time that passed a moment ago as "now" (D17). */
const PAST_GRACE_MS = 5 * 60_000;

/**
 * Reads a time that a person typed. Without an offset it is a local time of the zone.
 * @param now ms since 1970
 * @returns ms since 1970
 * @throws UsageError when it is not a time, names only a day, or is in the past
 */
export async function readTime(text: string, zone: string, now: number): Promise<number> {
  const at = momentOf(text.replace(/^(\S{10}) (?=\d)/, "$1T")) ?? (await localMoment(text, zone, now));
  if (at < now - PAST_GRACE_MS)
    throw new UsageError(`${JSON.stringify(text)} is in the past: ${localTime(at, zone, now)} (${zone}).`);
  return at;
}

async function localMoment(text: string, zone: string, now: number): Promise<number> {
  const found = await parse(text, zone, now);
  if (!found) throw new UsageError(`Can't read the time ${JSON.stringify(text)}. Write ${EXAMPLES}.`);
  if (!found.isCertain("hour"))
    throw new UsageError(`${JSON.stringify(text)} has no time of day. Write ${EXAMPLES}.`);
  // "in 2 hours" is a moment; "tomorrow 9:00" is a time on a clock, and the zone decides when that is.
  if (found.isCertain("timezoneOffset")) return found.date().getTime();
  const [year, month, day] = [found.get("year"), found.get("month"), found.get("day")];
  if (year === null || month === null || day === null) throw new UsageError(`Write ${EXAMPLES}.`);
  const local = { year, month, day, hour: found.get("hour") ?? 0, minute: found.get("minute") ?? 0 };
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}

async function parse(text: string, zone: string, now: number) {
  if (!isClear(text)) return null;
  // Loaded only here: most commands read no time.
  const { casual } = await import("chrono-node/en");
  const offset = zonedAt(now, zone).offsetNanoseconds / 60e9;
  const [first] = casual.parse(text, { instant: new Date(now), timezone: offset }, { forwardDate: true });
  // All of it, and not "9:00-10:00", which is a time and another one.
  return first && !first.end && first.text.trim() === text.trim() ? first.start : null;
}

/** 3/4 is 4 March to some and 3 April to others, and the library reads 2027-13-01 as 13 January: neither is a guess to publish on. */
function isClear(text: string): boolean {
  if (/\blast\b/i.test(text)) return false;
  const rest = text.replace(/(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, (date, year, month, day) => {
    const fields = { year: Number(year), month: Number(month), day: Number(day) };
    return isDate(fields) ? "" : date;
  });
  return !/(?<![\d:])\d{1,4}[/.-]\d{1,2}(?![\d:])/.test(rest);
}

function isDate(fields: { year: number; month: number; day: number }): boolean {
  try {
    Temporal.PlainDate.from(fields, { overflow: "reject" });
    return true;
  } catch {
    return false;
  }
}

const zonedAt = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n: number) => String(n).padStart(2, "0");

/**
 * A moment as a local time, such as "Mon 23 Nov 09:00"; with the year when it is not the present one.
 * @param now ms since 1970
 */
export function localTime(ms: number, zone: string, now: number): string {
  const at = zonedAt(ms, zone);
  const year = at.year === zonedAt(now, zone).year ? "" : ` ${at.year}`;
  const date = `${DAYS[at.dayOfWeek - 1]} ${at.day} ${MONTHS[at.month - 1]}${year}`;
  return `${date} ${two(at.hour)}:${two(at.minute)}`;
}

/** The time zone of this machine. */
export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
