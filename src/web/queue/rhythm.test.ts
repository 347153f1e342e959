// The rhythm of a queue: to and from slots, its changes, and what the clocks make of it.
import { expect, test } from "bun:test";
import {
  add,
  change,
  clockTroubles,
  copyTo,
  isEqual,
  isWorkday,
  remove,
  rhythmOf,
  shift,
  slotsOf,
  templates,
  timeToAdd,
} from "./rhythm.ts";

const ZONE = "Europe/Berlin";
const at = (time: string) => ({ time, timezone: ZONE });
const slot = (time: string, ...weekdays: number[]) => ({ ...at(time), weekdays });

test("slots become days and days slots, each time once", () => {
  const slots = [slot("17:00", 1, 2), slot("09:00", 1), { ...slot("09:00", 7), timezone: "Asia/Tokyo" }];
  const rhythm = rhythmOf(slots);
  expect(rhythm[0]?.map(({ time }) => time)).toEqual(["09:00", "17:00"]);
  expect(isEqual(rhythm, rhythmOf(slotsOf(rhythm)))).toBe(true);
  expect(slotsOf(rhythm)).toHaveLength(3);
});

test("times are added, changed, removed and copied; a day never has one twice", () => {
  const empty = rhythmOf([]);
  expect(timeToAdd(empty, 0)).toBe("09:00");
  const one = add(empty, 0, at("09:00"));
  expect(timeToAdd(one, 0)).toBe("10:00");
  const two = add(add(one, 0, at("10:00")), 0, at("10:00"));
  expect(two[0]).toEqual([at("09:00"), at("10:00")]);
  expect(change(two, 0, at("10:00"), "09:00")).toBe(two);
  expect(change(two, 0, at("10:00"), "08:00")[0]).toEqual([at("08:00"), at("09:00")]);
  expect(remove(two, 0, at("09:00"))[0]).toEqual([at("10:00")]);
  expect(copyTo(one, 0, isWorkday).map((times) => times.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(templates(ZONE).weekends.map((times) => times.length)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  expect([shift("23:58", 5), shift("00:30", -60)]).toEqual(["00:03", "23:30"]);
});

test("times of the coming year that the clocks skip or show twice are found", () => {
  const rhythm = rhythmOf([slot("02:30", 6, 7), slot("09:00", 7)]);
  const found = clockTroubles(rhythm).map(({ time, real }) => [time, real]);
  expect(found).toContainEqual(["02:30", "03:30"]);
  expect(found).toContainEqual(["02:30", null]);
  expect(found).toHaveLength(2);
});
