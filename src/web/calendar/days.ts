// Days, weeks and months of the calendar, and where a time lands on another day: all of it in one zone.
import {
  type CalendarDate,
  endOfMonth,
  parseAbsolute,
  parseDate,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from "@internationalized/date";
import { now } from "../api.ts";
import type { Profile } from "../profile.tsx";

export const VIEWS = ["week", "month", "list"] as const;
export type View = (typeof VIEWS)[number];

/** Whole days, one after the other. */
export interface Range {
  readonly first: CalendarDate;
  readonly days: number;
}

const LOCALE = "en-GB";
const WEEK = 7;
/** A month is shown in six weeks, however it lies in them. */
const MONTH_WEEKS = 6;
/** The list is read four weeks at a time. */
const LIST_DAYS = 28;
const HOUR_MS = 3_600_000;

const FIRST_DAYS = { monday: "mon", saturday: "sat", sunday: "sun" } as const;

/** What a view shows around a day. */
export function rangeOf(view: View, at: CalendarDate, weekStart: Profile["weekStart"] = "monday"): Range {
  const weekOf = (date: CalendarDate) => startOfWeek(date, LOCALE, FIRST_DAYS[weekStart]);
  if (view === "week") return { first: weekOf(at), days: WEEK };
  if (view === "month") return { first: weekOf(startOfMonth(at)), days: MONTH_WEEKS * WEEK };
  return { first: at, days: LIST_DAYS };
}

/** The same view, one period earlier or later. */
export function periodBeside(view: View, at: CalendarDate, by: 1 | -1): CalendarDate {
  if (view === "week") return at.add({ weeks: by });
  return view === "month" ? startOfMonth(at).add({ months: by }) : at.add({ days: by * LIST_DAYS });
}

export const daysIn = ({ first, days }: Range): readonly CalendarDate[] =>
  Array.from({ length: days }, (_, n) => first.add({ days: n }));

export const isIn = ({ first, days }: Range, date: CalendarDate): boolean =>
  date.compare(first) >= 0 && date.compare(first.add({ days })) < 0;

/** When the day begins, ms since 1970: its midnight, or what the clocks show first where they skip it. */
export const startOf = (date: CalendarDate, zone: string): number =>
  toZoned(toCalendarDateTime(date), zone).toDate().getTime();

/** From its first moment until just before `to`, as the server takes it. */
export function boundsOf(
  { first, days }: Range,
  zone: string,
): { readonly from: string; readonly to: string } {
  const iso = (date: CalendarDate) => new Date(startOf(date, zone)).toISOString();
  return { from: iso(first), to: iso(first.add({ days })) };
}

/** The day on which a moment lies. */
export const dateOf = (at: string, zone: string): CalendarDate => toCalendarDate(parseAbsolute(at, zone));

export const today = (zone: string): CalendarDate => dateOf(new Date(now()).toISOString(), zone);

/** 24, but for the days on which the clocks change. */
export const hoursOf = (date: CalendarDate, zone: string): number =>
  (startOf(date.add({ days: 1 }), zone) - startOf(date, zone)) / HOUR_MS;

export interface Landing {
  readonly at: string;
  /** The clocks skip the time on that day, and it becomes another one. */
  readonly isShifted: boolean;
}

/** The same time of day on another day. */
export function onDay(at: string, date: CalendarDate, zone: string): Landing {
  const time = toTime(parseAbsolute(at, zone));
  const landed = toZoned(toCalendarDateTime(date, time), zone, "compatible");
  return { at: landed.toDate().toISOString(), isShifted: toTime(landed).compare(time) !== 0 };
}

/** The day at a time, such as 09:00. */
export const atTime = (date: CalendarDate, hour: number, zone: string): string =>
  toZoned(toCalendarDateTime(date).set({ hour }), zone).toDate().toISOString();

const ROUND_MS = 5 * 60_000;

/** The middle of two moments, on five minutes. */
export const middleOf = (a: number, b: number): number => Math.round((a + b) / 2 / ROUND_MS) * ROUND_MS;

/** @returns null for what is no date */
export function readDate(text: string): CalendarDate | null {
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** The days of the month of which a view of a month is, without those around it. */
export const isOfMonth = (date: CalendarDate, at: CalendarDate): boolean =>
  date.compare(startOfMonth(at)) >= 0 && date.compare(endOfMonth(at)) <= 0;
