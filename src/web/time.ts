// Writes times as people read them, in one zone that the page names.
import { now } from "./api.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options });
  formats.set(key, known);
  return known;
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** Such as `09:00`. */
export const clockTime = (at: string, zone: string): string => format(zone, CLOCK).format(new Date(at));

/** Such as `09:00:00.035`. */
export const exactTime = (at: string, zone: string): string =>
  format(zone, { ...CLOCK, second: "2-digit", fractionalSecondDigits: 3 }).format(new Date(at));

/** Such as `Thu 1 Apr`, with the year when it is another one. */
export function day(at: string, zone: string): string {
  const date = new Date(at);
  const year = format(zone, { year: "numeric" });
  const isOther = year.format(date) !== year.format(new Date(now()));
  return format(zone, { ...DAY, ...(isOther && { year: "numeric" }) })
    .format(date)
    .replace(",", "");
}

/** Such as `today 09:00`, `Thu 1 Apr 09:00`. */
export function moment(at: string, zone: string): string {
  const date = day(at, zone);
  const today = day(new Date(now()).toISOString(), zone);
  const tomorrow = day(new Date(now() + 86_400_000).toISOString(), zone);
  const yesterday = day(new Date(now() - 86_400_000).toISOString(), zone);
  const names = new Map([
    [yesterday, "yesterday"],
    [tomorrow, "tomorrow"],
    [today, "today"],
  ]);
  return `${names.get(date) ?? date} ${clockTime(at, zone)}`;
}

/** For a tooltip: the moment in UTC, and how far away it is. */
export function exactly(at: string): string {
  return `${new Date(at)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC")}, ${distance(at)}`;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Such as `in 3 days`, `2 minutes ago`. */
export function distance(at: string): string {
  const ms = Date.parse(at) - now();
  const [unit, size] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ["second", 1000];
  return relative.format(Math.trunc(ms / size), unit);
}

/** Such as `1.2 s`, `35 ms`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
