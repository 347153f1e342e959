// Tests how long the circuit breaker leaves a server alone.
import { expect, test } from "bun:test";
import { openLog } from "../../log.ts";
import { openBreaker } from "../../publishing/delivery/circuit-breaker.ts";
import { turnableClock } from "../support/clock.ts";
import { openWorld } from "../support/world.ts";

const SERVER = { platform: "mastodon", server: "one.example", simulated: false };

test("the fifth failure in a row pauses a server for half a minute, each trial that fails doubles that, up to ten minutes", async () => {
  await using world = await openWorld();
  const { serverPauses } = world.appliance.store;
  const clock = turnableClock();
  const log = openLog("error", clock, () => {});
  const breaker = openBreaker(serverPauses, { clock, log }, () => 1);
  for (let n = 0; n < 4; n++) await breaker.record(SERVER, { kind: "unknown" });
  expect(await serverPauses.all()).toEqual([]);
  const pauses: number[] = [];
  for (let n = 0; n < 7; n++) {
    await breaker.record(SERVER, { kind: "notSent" });
    const [pause] = await serverPauses.all();
    pauses.push((pause?.until ?? 0) - clock.now());
    clock.turn(pauses.at(-1) ?? 0);
  }
  expect(pauses.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 600, 600]);
  // Neither says anything about the server.
  await breaker.record(SERVER, { kind: "busy", retryAfterMs: 1000 });
  await breaker.record({ ...SERVER, simulated: true }, { kind: "accepted" });
  expect(await serverPauses.all()).toHaveLength(1);
  await breaker.record(SERVER, { kind: "refused" });
  expect(await serverPauses.all()).toEqual([]);
});
