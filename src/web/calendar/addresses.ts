// Addresses that the calendar leads to.
import type { CalendarDate } from "@internationalized/date";
import { now } from "../api.ts";
import { usePath } from "../profile.tsx";
import { atTime } from "./days.ts";

const MORNING = 9;
const HOUR_MS = 3_600_000;

/** @returns the address at which a post for this moment is written; with `slot`, for this place in the queue */
export function useWrite(): (at: string, what?: "at" | "slot") => string {
  const path = usePath();
  return (at, what = "at") => path(`write?${what}=${encodeURIComponent(at)}`);
}

/** A time to begin with on a day: nine in the morning, or in an hour when that is over. */
export function proposedTime(date: CalendarDate, zone: string): string {
  const morning = atTime(date, MORNING, zone);
  if (Date.parse(morning) > now()) return morning;
  return new Date(Math.ceil(now() / HOUR_MS) * HOUR_MS).toISOString();
}
