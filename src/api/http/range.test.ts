// The Range header: what is asked for of ten bytes, and what is ignored.
import { expect, test } from "bun:test";
import { rangeOf } from "./range.ts";

test.each([
  [null, "all"],
  ["bytes=0-", { start: 0, end: 10 }],
  ["bytes=0-0", { start: 0, end: 1 }],
  ["bytes=3-5", { start: 3, end: 6 }],
  ["bytes=3-99999999999999999999", { start: 3, end: 10 }],
  ["bytes=-3", { start: 7, end: 10 }],
  ["bytes=-30", { start: 0, end: 10 }],
  ["BYTES=9-", { start: 9, end: 10 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=10-12", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-3", "all"],
  ["bytes=0-1,4-5", "all"],
  ["bytes=-", "all"],
  ["bytes=a-b", "all"],
  ["lines=1-2", "all"],
  ["", "all"],
] as const)("%p", (header, is) => {
  expect(rangeOf(header, 10)).toEqual(is);
});

test("nothing of an empty file is there", () => {
  expect(rangeOf("bytes=0-", 0)).toBe("unsatisfiable");
});
