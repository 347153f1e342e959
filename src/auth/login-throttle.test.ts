// How often an address may fail (D5).
import { expect, test } from "bun:test";
import { turnableClock } from "../tests/support/clock.ts";
import { openThrottle } from "./login-throttle.ts";

const MINUTE = 60_000;

test("five in fifteen minutes, then it says how long to wait, and each attempt counts for itself", () => {
  const clock = turnableClock();
  const throttle = openThrottle(clock);
  for (let i = 0; i < 5; i++) {
    expect(throttle.attempt("a")).toBe(0);
    clock.turn(MINUTE);
  }
  expect(throttle.attempt("a")).toBe(10 * MINUTE);
  expect(throttle.attempt("b")).toBe(0);
  clock.turn(10 * MINUTE - 1);
  expect(throttle.attempt("a")).toBe(1);
  clock.turn(1);
  // Refused attempts did not count: one place is free, and only one.
  expect(throttle.attempt("a")).toBe(0);
  expect(throttle.attempt("a")).toBe(MINUTE);
});

test("who gets in begins anew", () => {
  const throttle = openThrottle(turnableClock());
  for (let i = 0; i < 5; i++) throttle.attempt("a");
  throttle.succeeded("a");
  expect(throttle.attempt("a")).toBe(0);
});

test("a million addresses take the memory of ten thousand, and the one that tries on stays known", () => {
  const throttle = openThrottle(turnableClock());
  let refused = 0;
  for (let i = 0; i < 1_000_000; i++) {
    throttle.attempt(`stranger ${i}`);
    if (i % 1000 === 0 && throttle.attempt("a") > 0) refused++;
  }
  expect(refused).toBe(995);
});
