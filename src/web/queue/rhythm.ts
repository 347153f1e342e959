// The rhythm of a queue: its times on each day of the week, and what the clocks make of them.
import {
  type CalendarDate,
  getDayOfWeek,
  parseTime,
  toCalendarDateTime,
  toTime,
  toZoned,
} from "@internationalized/date";
import { hoursOf, today } from "../calendar/days.ts";

export interface SlotTime {
  /** HH:MM. */
  readonly time: string;
  /** IANA zone. */
  readonly timezone: string;
}

/** The times of each day, Monday first, in their order. */
export type Rhythm = readonly (readonly SlotTime[])[];

/** As the server has it: 1 is Monday. */
export interface Slot extends SlotTime {
  readonly weekdays: readonly number[];
}

const DAYS = 7;
const WORKDAYS = 5;
const DAY_MINUTES = 24 * 60;

const inOrder = (times: readonly SlotTime[]): readonly SlotTime[] =>
  times
    .filter((each, index) => times.findIndex((other) => isSame(each, other)) === index)
    .toSorted((a, b) => a.time.localeCompare(b.time));

const isSame = (a: SlotTime, b: SlotTime): boolean => a.time === b.time && a.timezone === b.timezone;

export const rhythmOf = (slots: readonly Slot[]): Rhythm =>
  Array.from({ length: DAYS }, (_, day) =>
    inOrder(
      slots
        .filter(({ weekdays }) => weekdays.includes(day + 1))
        .map(({ time, timezone }) => ({ time, timezone })),
    ),
  );

/** One slot for each time, with all of its days. */
export function slotsOf(rhythm: Rhythm): Slot[] {
  const all = inOrder(rhythm.flat());
  return all.map((each) => ({
    ...each,
    weekdays: rhythm.flatMap((times, day) => (times.some((other) => isSame(each, other)) ? [day + 1] : [])),
  }));
}

export const isEqual = (a: Rhythm, b: Rhythm): boolean =>
  JSON.stringify(slotsOf(a)) === JSON.stringify(slotsOf(b));

const withDay = (rhythm: Rhythm, day: number, times: readonly SlotTime[]): Rhythm =>
  rhythm.with(day, inOrder(times));

/** A time that the day has not: an hour after its last one, or nine in the morning. */
export function timeToAdd(rhythm: Rhythm, day: number): string {
  const times = new Set((rhythm[day] ?? []).map(({ time }) => time));
  const last = (rhythm[day] ?? []).at(-1)?.time;
  let time = last === undefined ? "09:00" : shift(last, 60);
  while (times.has(time)) time = shift(time, 60);
  return time;
}

export const add = (rhythm: Rhythm, day: number, slot: SlotTime): Rhythm =>
  withDay(rhythm, day, [...(rhythm[day] ?? []), slot]);

export const remove = (rhythm: Rhythm, day: number, slot: SlotTime): Rhythm =>
  withDay(
    rhythm,
    day,
    (rhythm[day] ?? []).filter((each) => !isSame(each, slot)),
  );

/** Another time in its place; where the day has that time already, nothing changes. */
export function change(rhythm: Rhythm, day: number, slot: SlotTime, time: string): Rhythm {
  const next = { ...slot, time };
  const others = (rhythm[day] ?? []).filter((each) => !isSame(each, slot));
  return others.some((each) => isSame(each, next)) ? rhythm : withDay(rhythm, day, [...others, next]);
}

export const copyTo = (rhythm: Rhythm, day: number, isWanted: (day: number) => boolean): Rhythm =>
  rhythm.map((times, each) => (isWanted(each) ? (rhythm[day] ?? times) : times));

export const isWorkday = (day: number): boolean => day < WORKDAYS;

/** So many minutes later, around midnight. */
export function shift(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const total = (hour * 60 + minute + minutes + DAY_MINUTES) % DAY_MINUTES;
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(total / 60))}:${two(total % 60)}`;
}

const MORNING = ["09:00"];
const THREE = ["09:00", "12:30", "17:00"];
const LATE_MORNING = ["11:00"];

/** Rhythms to begin with. */
export function templates(timezone: string): Readonly<Record<"three" | "mornings" | "weekends", Rhythm>> {
  const of = (times: readonly string[], isOn: (day: number) => boolean): Rhythm =>
    Array.from({ length: DAYS }, (_, day) => (isOn(day) ? times.map((time) => ({ time, timezone })) : []));
  return {
    three: of(THREE, () => true),
    mornings: of(MORNING, isWorkday),
    weekends: of(LATE_MORNING, (day) => !isWorkday(day)),
  };
}

export interface ClockTrouble {
  readonly date: CalendarDate;
  readonly time: string;
  /** What it becomes; null when the clocks show it twice. */
  readonly real: string | null;
}

const YEAR = 366;

/** Times of the coming year that the clocks skip or show twice. */
export function clockTroubles(rhythm: Rhythm): readonly ClockTrouble[] {
  const zones = [...new Set(rhythm.flat().map(({ timezone }) => timezone))];
  return zones.flatMap((zone) =>
    changesIn(zone).flatMap((date) => {
      const day = getDayOfWeek(date, "en-GB");
      const times = (rhythm[day] ?? []).filter(({ timezone }) => timezone === zone);
      return times.flatMap(({ time }) => troubleAt(date, time, zone) ?? []);
    }),
  );
}

/** What was found by zone and day: a rhythm is looked at after each of its changes. */
const changes = new Map<string, readonly CalendarDate[]>();

/** Days of the coming year on which the clocks change. */
function changesIn(zone: string): readonly CalendarDate[] {
  const key = `${zone} ${today(zone).toString()}`;
  const known = changes.get(key) ?? findChanges(zone);
  changes.set(key, known);
  return known;
}

function findChanges(zone: string): readonly CalendarDate[] {
  const first = today(zone);
  return Array.from({ length: YEAR }, (_, n) => first.add({ days: n })).filter(
    (date) => hoursOf(date, zone) !== 24,
  );
}

function troubleAt(date: CalendarDate, time: string, zone: string): ClockTrouble | null {
  const moment = toCalendarDateTime(date, parseTime(time));
  const [early, late] = [toZoned(moment, zone, "earlier"), toZoned(moment, zone, "later")];
  if (early.compare(late) === 0) return null;
  const real = toTime(late).toString().slice(0, 5);
  return { date, time, real: real === time ? null : real };
}
