// Addresses that the calendar leads to.
import type { CalendarDate } from "@internationalized/date";
import { now } from "../api.ts";
import { useSearchParams } from "wouter";
import { usePath } from "../profile.tsx";
import { atTime, type View } from "./days.ts";

const MORNING = 9;
const HOUR_MS = 3_600_000;

/** @returns the address at which a post for this moment is written; with `slot`, for this place in the queue */
export function useWrite(): (at: string, what?: "at" | "slot") => string {
  const path = usePath();
  return (at, what = "at") => path(`write?${what}=${encodeURIComponent(at)}`);
}

/** @returns the address of another part of the calendar, with the same filters */
export function useCalendarAddress(): (place: { readonly view: View; readonly at: string }) => string {
  const path = usePath();
  const [params] = useSearchParams();
  return (place) => `${path("calendar")}?${new URLSearchParams({ ...Object.fromEntries(params), ...place })}`;
}

/** A time to begin with on a day: nine in the morning, or in an hour when that is over. */
export function proposedTime(date: CalendarDate, zone: string): string {
  const morning = atTime(date, MORNING, zone);
  if (Date.parse(morning) > now()) return morning;
  return new Date(Math.ceil(now() / HOUR_MS) * HOUR_MS).toISOString();
}
