// Moments, and what only looks like one.
import { expect, test } from "bun:test";
import { momentOf } from "./time.ts";

const NINE = Date.parse("2027-01-31T08:00:00Z");

test("the same moment in every spelling", () => {
  for (const text of [
    "2027-01-31T09:00:00+01:00",
    "2027-01-31T08:00Z",
    "2027-01-31t08:00:00.000z",
    "2027-01-31T03:00:00.000000001-0500",
  ])
    expect({ text, at: momentOf(text) }).toEqual({ text, at: NINE });
});

test("no offset, no such day, no such hour, no date at all", () => {
  for (const text of [
    "2027-01-31T09:00:00",
    "2027-02-30T09:00:00Z",
    "2027-01-31T25:00:00Z",
    "2027-13-01T09:00:00Z",
    "2027-01-31",
    "tomorrow",
    "1801386000000",
    "",
  ])
    expect({ text, at: momentOf(text) }).toEqual({ text, at: null });
});
