// The circuit breaker: who is left alone, for how long, and who tries first.
import { expect, test } from "bun:test";
import { turnableClock } from "../../tests/support/clock.ts";
import { openBreaker } from "./circuit-breaker.ts";

const at = (accountId: string, server = "one.example") => ({
  accountId,
  platform: "mastodon",
  server,
  simulated: false,
});
const lost = { kind: "unknown" } as const;
const live = { kind: "accepted" } as const;

function failing(times: number) {
  const clock = turnableClock();
  const breaker = openBreaker(clock, () => 1);
  for (let n = 0; n < times; n++) breaker.record(at(`a${n}`), lost);
  return { clock, breaker };
}

test("five failures in a row, and the server is left alone; an answer between them starts anew", () => {
  const { breaker } = failing(4);
  expect(breaker.wait("t", at("a"))).toBeNull();
  breaker.record(at("a"), { kind: "refused" });
  for (let n = 0; n < 4; n++) breaker.record(at("a"), lost);
  expect(breaker.wait("t", at("a"))).toBeNull();
  breaker.record(at("a"), { kind: "notSent" });
  expect(breaker.wait("t", at("a"))?.reason).toContain("one.example");
});

test("other servers and other networks go on", () => {
  const { breaker } = failing(5);
  expect(breaker.wait("t", at("a", "two.example"))).toBeNull();
  expect(breaker.pauses()).toMatchObject([{ server: "one.example", platform: "mastodon" }]);
});

test("after the pause one tries, the others wait for what comes of it", () => {
  const { clock, breaker } = failing(5);
  clock.turn(29_000);
  expect(breaker.wait("first", at("a"))?.until).toBe(clock.now() + 1000);
  clock.turn(1000);
  expect(breaker.wait("first", at("a"))).toBeNull();
  expect(breaker.tried()).toEqual(["one.example"]);
  breaker.record(at("a"), live);
  breaker.over("first");
  expect(breaker.tried()).toEqual([]);
  expect(breaker.pauses()).toEqual([]);
  expect(breaker.wait("second", at("b"))).toBeNull();
});

test("each failed try doubles the pause, up to ten minutes", () => {
  const { clock, breaker } = failing(5);
  const pauses: number[] = [];
  for (let n = 0; n < 7; n++) {
    const wait = breaker.wait("t", at("a"));
    pauses.push((wait?.until ?? 0) - clock.now());
    clock.turn(pauses.at(-1) ?? 0);
    expect(breaker.wait("t", at("a"))).toBeNull();
    breaker.record(at("a"), lost);
    breaker.over("t");
  }
  expect(pauses.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 600, 600]);
});

test("a try that ended without asking lets the next one try", () => {
  const { clock, breaker } = failing(5);
  clock.turn(30_000);
  expect(breaker.wait("first", at("a"))).toBeNull();
  breaker.over("first");
  expect(breaker.tried()).toEqual([]);
  expect(breaker.wait("second", at("b"))).toBeNull();
});

test("a person ends a pause: one tries at once, the others wait for what comes of it, and a failure pauses it longer", () => {
  const { clock, breaker } = failing(5);
  for (const server of ["one.example", "two.example"]) breaker.endPause(server);
  expect(breaker.wait("first", at("a"))).toBeNull();
  expect(breaker.tried()).toEqual(["one.example"]);
  // Also one that is ended twice does not try twice.
  breaker.endPause("one.example");
  expect(breaker.tried()).toEqual(["one.example"]);
  breaker.record(at("a"), lost);
  breaker.over("first");
  expect(breaker.wait("second", at("b"))?.until).toBe(clock.now() + 60_000);
});

test("a person ends what Retry-After asked for, of that account alone", () => {
  const { clock, breaker } = failing(0);
  for (const account of ["a", "b"]) breaker.record(at(account), { kind: "busy", retryAfterMs: 60_000 });
  const until = clock.now() + 60_000;
  expect(breaker.waits()).toEqual([
    { accountId: "a", until },
    { accountId: "b", until },
  ]);
  expect(breaker.endWait("a")).toBeTrue();
  expect(breaker.endWait("a")).toBeFalse();
  expect(breaker.wait("t", at("a"))).toBeNull();
  expect(breaker.wait("t", at("b"))).not.toBeNull();
  clock.turn(60_000);
  expect(breaker.waits()).toEqual([]);
});

test("Retry-After holds its account alone, whatever the wall clock does", () => {
  const { clock, breaker } = failing(0);
  breaker.record(at("a"), { kind: "busy", retryAfterMs: 60_000 });
  clock.set(clock.now() + 3_600_000);
  expect(breaker.wait("t", at("a"))?.until).toBe(clock.now() + 60_000);
  expect(breaker.wait("t", at("b"))).toBeNull();
  clock.turn(60_000);
  expect(breaker.wait("t", at("a"))).toBeNull();
});
