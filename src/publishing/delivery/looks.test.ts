// How far the looks at an uncertain target lie apart.
import { expect, test } from "bun:test";
import { turnableClock } from "../../tests/support/clock.ts";
import { openLooks } from "./looks.ts";

const A = { id: "a", attempt: 1 };
const B = { id: "b", attempt: 1 };
const C = { id: "c", attempt: 1 };

test("looks of this process are counted from the answer, and the wall clock says nothing", () => {
  const clock = turnableClock();
  clock.turn(60_000);
  const looks = openLooks(clock, true);
  clock.turn(60_000);
  looks.answered(A, "absent");
  clock.set(clock.now() + 3_600_000);
  expect(looks.areLongAgo(A)).toBe(false);
  clock.turn(29_999);
  expect(looks.areLongAgo(A)).toBe(false);
  clock.turn(1);
  expect(looks.areLongAgo(A)).toBe(true);
});

test("of several answers of absent in a row the first counts, however many follow it closely", () => {
  const clock = turnableClock();
  clock.turn(3_600_000);
  const looks = openLooks(clock, true);
  looks.answered(A, "absent");
  for (let second = 1; second < 30; second++) {
    clock.turn(1000);
    expect(looks.areLongAgo(A)).toBe(false);
    looks.answered(A, "absent again");
  }
  clock.turn(1000);
  expect(looks.areLongAgo(A)).toBe(true);
});

test("an answer that says something else begins anew, and so does another attempt", () => {
  const clock = turnableClock();
  const looks = openLooks(clock, false);
  looks.answered(A, "absent");
  clock.turn(30_000);
  expect(looks.areLongAgo(A)).toBe(true);
  expect(looks.areLongAgo({ ...A, attempt: 2 })).toBe(false);
  looks.answered(A, "something else");
  looks.answered(A, "absent");
  expect(looks.areLongAgo(A)).toBe(false);
});

test("an answer of absent that repeats one of an earlier process is counted from the start of this one", () => {
  const clock = turnableClock();
  const looks = openLooks(clock, true);
  clock.turn(20_000);
  looks.answered(A, "absent again");
  clock.turn(10_000);
  expect(looks.areLongAgo(A)).toBe(true);
});

test("looks of earlier processes are as old as this one, at least", () => {
  const clock = turnableClock();
  clock.turn(3_600_000);
  const looks = openLooks(clock, true);
  expect(looks.areLongAgo(A)).toBe(false);
  clock.turn(29_999);
  expect(looks.areLongAgo(A)).toBe(false);
  clock.turn(1);
  expect(looks.areLongAgo(A)).toBe(true);
});

test("what another process heard beside this one may be a moment old, however long this one runs", () => {
  const clock = turnableClock();
  const looks = openLooks(clock, false);
  clock.turn(3_600_000);
  expect(looks.areLongAgo(A)).toBe(false);
  looks.answered(A, "absent again");
  clock.turn(30_000);
  expect(looks.areLongAgo(A)).toBe(true);
});

test("another target's look changes nothing", () => {
  const clock = turnableClock();
  const looks = openLooks(clock, true);
  clock.turn(20_000);
  looks.answered(A, "absent");
  clock.turn(20_000);
  looks.answered(B, "absent");
  expect([looks.areLongAgo(A), looks.areLongAgo(B)]).toEqual([false, false]);
  clock.turn(10_000);
  looks.answered(C, "absent");
  expect([looks.areLongAgo(A), looks.areLongAgo(B)]).toEqual([true, false]);
});
