// Days, ranges and landings of the calendar, above all where the clocks change.
import { CalendarDate } from "@internationalized/date";
import { expect, test } from "bun:test";
import {
  boundsOf,
  dateOf,
  daysIn,
  hoursOf,
  isOfMonth,
  middleOf,
  onDay,
  periodBeside,
  rangeOf,
  readDate,
} from "./days.ts";

const BERLIN = "Europe/Berlin";
const date = (text: string) => readDate(text) ?? new CalendarDate(1970, 1, 1);

test("a week begins as the profile says, a month is six weeks, and the periods beside them follow", () => {
  expect(rangeOf("week", date("2027-03-28")).first.toString()).toBe("2027-03-22");
  expect(rangeOf("week", date("2027-03-28"), "sunday").first.toString()).toBe("2027-03-28");
  expect(rangeOf("month", date("2027-05-15"), "saturday").first.toString()).toBe("2027-05-01");
  expect(rangeOf("month", date("2027-05-15")).first.toString()).toBe("2027-04-26");
  expect(daysIn(rangeOf("month", date("2027-05-15")))).toHaveLength(42);
  expect(periodBeside("month", date("2027-01-31"), 1).toString()).toBe("2027-02-01");
  expect(periodBeside("week", date("2027-01-01"), -1).toString()).toBe("2026-12-25");
  expect(isOfMonth(date("2027-04-30"), date("2027-05-15"))).toBe(false);
  expect(readDate("yesterday")).toBeNull();
});

test("a week over the change of the clocks is an hour shorter, and its day has 23 hours", () => {
  const { from, to } = boundsOf(rangeOf("week", date("2027-03-28")), BERLIN);
  expect([from, to]).toEqual(["2027-03-21T23:00:00.000Z", "2027-03-28T22:00:00.000Z"]);
  expect(["2027-03-27", "2027-03-28", "2027-10-31"].map((each) => hoursOf(date(each), BERLIN))).toEqual([
    24, 23, 25,
  ]);
  expect(dateOf("2027-03-28T22:15:00Z", BERLIN).toString()).toBe("2027-03-29");
});

test("on another day the time of day stays, and becomes a later one where the clocks skip it", () => {
  expect(onDay("2027-03-27T08:07:00Z", date("2027-03-28"), BERLIN)).toEqual({
    at: "2027-03-28T07:07:00.000Z",
    isShifted: false,
  });
  expect(onDay("2027-03-27T01:30:00Z", date("2027-03-28"), BERLIN)).toEqual({
    at: "2027-03-28T01:30:00.000Z",
    isShifted: true,
  });
  // Of two, it is the first.
  expect(onDay("2027-10-30T00:30:00Z", date("2027-10-31"), BERLIN).at).toBe("2027-10-31T00:30:00.000Z");
});

test("the middle of two moments is on five minutes", () => {
  const at = (text: string) => Date.parse(`2027-03-27T${text}Z`);
  expect(middleOf(at("10:00"), at("11:00"))).toBe(at("10:30"));
  expect(middleOf(at("10:00"), at("10:13"))).toBe(at("10:05"));
});
