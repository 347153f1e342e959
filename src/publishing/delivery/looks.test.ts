// How far the looks at an uncertain target lie apart.
import { expect, test } from "bun:test";
import { turnableClock } from "../../tests/support/clock.ts";
import { openLooks } from "./looks.ts";

test("looks of this process are counted from the answer, and the wall clock says nothing", () => {
  const clock = turnableClock();
  clock.turn(60_000);
  const looks = openLooks(clock);
  clock.turn(60_000);
  looks.answered("a", false);
  clock.set(clock.now() + 3_600_000);
  expect(looks.areLongAgo("a")).toBe(false);
  clock.turn(29_999);
  expect(looks.areLongAgo("a")).toBe(false);
  clock.turn(1);
  expect(looks.areLongAgo("a")).toBe(true);
});

test("of several answers of absent in a row the first counts, however many follow it closely", () => {
  const clock = turnableClock();
  clock.turn(3_600_000);
  const looks = openLooks(clock);
  looks.answered("a", false);
  for (let second = 1; second < 30; second++) {
    clock.turn(1000);
    expect(looks.areLongAgo("a")).toBe(false);
    looks.answered("a", true);
  }
  clock.turn(1000);
  expect(looks.areLongAgo("a")).toBe(true);
  looks.answered("a", false);
  expect(looks.areLongAgo("a")).toBe(false);
});

test("an answer of absent that repeats one of an earlier process is counted from the start of this one", () => {
  const clock = turnableClock();
  const looks = openLooks(clock);
  clock.turn(20_000);
  looks.answered("a", true);
  clock.turn(10_000);
  expect(looks.areLongAgo("a")).toBe(true);
});

test("looks of earlier processes are as old as this one, at least", () => {
  const clock = turnableClock();
  clock.turn(3_600_000);
  const looks = openLooks(clock);
  expect(looks.areLongAgo("a")).toBe(false);
  clock.turn(29_999);
  expect(looks.areLongAgo("a")).toBe(false);
  clock.turn(1);
  expect(looks.areLongAgo("a")).toBe(true);
});

test("another target's look changes nothing", () => {
  const clock = turnableClock();
  const looks = openLooks(clock);
  clock.turn(20_000);
  looks.answered("a", false);
  clock.turn(20_000);
  looks.answered("b", false);
  expect([looks.areLongAgo("a"), looks.areLongAgo("b")]).toEqual([false, false]);
  clock.turn(10_000);
  looks.answered("c", false);
  expect([looks.areLongAgo("a"), looks.areLongAgo("b")]).toEqual([true, false]);
});
