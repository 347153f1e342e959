// How often an address may fail (D5).
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../domain/store/index.ts";
import { storeFiles } from "../store/index.ts";
import { turnableClock } from "../tests/support/clock.ts";
import { putEmptyDatabase } from "../tests/support/empty-database.ts";
import { openThrottle } from "./login-throttle.ts";

const MINUTE = 60_000;

let folder = "";
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-throttle-"));
  await putEmptyDatabase(folder);
  store = await storeFiles.open(folder);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test("five in fifteen minutes, then it says how long to wait, and each attempt counts for itself", async () => {
  const clock = turnableClock();
  const throttle = openThrottle(store.signInTries, clock);
  for (let i = 0; i < 5; i++) {
    expect(await throttle.attempt("a")).toBe(0);
    clock.turn(MINUTE);
  }
  expect(await throttle.attempt("a")).toBe(10 * MINUTE);
  expect(await throttle.attempt("b")).toBe(0);
  clock.turn(10 * MINUTE - 1);
  expect(await throttle.attempt("a")).toBe(1);
  expect(await throttle.waitMs("a")).toBe(1);
  clock.turn(1);
  expect(await throttle.waitMs("a")).toBe(0);
  // Refused attempts did not count: one place is free, and only one.
  expect(await throttle.attempt("a")).toBe(0);
  expect(await throttle.attempt("a")).toBe(MINUTE);
});

test("who gets in begins anew", async () => {
  const throttle = openThrottle(store.signInTries, turnableClock());
  for (let i = 0; i < 5; i++) await throttle.attempt("a");
  await throttle.succeeded("a");
  expect(await throttle.attempt("a")).toBe(0);
});

test("a clock that is set back locks nobody out for longer", async () => {
  const clock = turnableClock();
  const throttle = openThrottle(store.signInTries, clock);
  for (let i = 0; i < 5; i++) await throttle.attempt("a");
  clock.set(clock.now() - 60 * MINUTE);
  expect(await throttle.attempt("a")).toBe(0);
});
