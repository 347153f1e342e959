// Times as people write and read them: "tomorrow 9:00" in, "Mon 23 Nov 09:00" out, in the profile's time zone.
import { momentOf } from "../time.ts";
import { UsageError } from "./context.ts";

const EXAMPLES = '"tomorrow 9:00", "in 2 hours", "fri 18:30" or 2027-01-31T09:00';

/**
 * Reads a time that a person typed. Without an offset it is a local time of the zone.
 * @param now ms since 1970
 * @returns ms since 1970
 * @throws UsageError when it is not a time, or names only a day
 */
export async function readTime(text: string, zone: string, now: number): Promise<number> {
  const exact = momentOf(text);
  if (exact !== null) return exact;
  const found = await parsed(text, zone, now);
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

async function parsed(text: string, zone: string, now: number) {
  // 3/4 is 4 March to some and 3 April to others: a post must not go out on the wrong one.
  if (/\d\/\d/.test(text)) return null;
  // Loaded only here: most commands read no time.
  const { casual } = await import("chrono-node/en");
  const offset = zonedAt(now, zone).offsetNanoseconds / 60e9;
  const [first] = casual.parse(text, { instant: new Date(now), timezone: offset }, { forwardDate: true });
  return first?.text.trim() === text.trim() ? first.start : null;
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
