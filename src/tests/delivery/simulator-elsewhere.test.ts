// Tests a process of Crier whose simulator is a process of its own: one that starts later, is away, or has another address.
import { afterEach, expect, test } from "bun:test";
import { networks } from "../../app/networks.ts";
import { systemClock } from "../../clock.ts";
import { startSimulator, type Simulator } from "../../simulator/server.ts";
import { freePort } from "../support/free-port.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function simulate(port: number, url?: string): Promise<Simulator> {
  const simulator = await startSimulator({
    ...{ networks: networks.simulated, clock: systemClock, port },
    ...(url !== undefined && { url }),
  });
  opened.push({ [Symbol.asyncDispose]: () => simulator.stop() });
  return simulator;
}

async function openAt(simulator: string): Promise<World> {
  const world = await openWorld({ CRIER_SIMULATOR: simulator });
  opened.push(world);
  return world;
}

test("a simulator that starts after Crier is found: accounts are refused until then, and posts go out", async () => {
  const port = freePort();
  const world = await openAt(`http://127.0.0.1:${port}`);
  const refused = await world.account("bluesky", "ok").catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "network_unavailable",
    detail: `No simulator answers at http://127.0.0.1:${port}. Start one: crier simulator.`,
  });
  const simulator = await simulate(port);
  await world.account("bluesky", "ok");
  const { id } = await world.post({ caption: "late", accounts: "all", schedule: "now" });
  expect((await world.until(id, isSettled)).status).toBe("posted");
  expect(simulator.published("bluesky").map(({ text }) => text)).toEqual(["late"]);
});

test("what comes due while the simulator is away waits for it", async () => {
  const port = freePort();
  const first = await simulate(port);
  const world = await openAt(first.url);
  await world.account("bluesky", "ok");
  await first.stop();
  const { id } = await world.post({ caption: "waited", accounts: "all", schedule: "now" });
  await world.until(id, ({ targets: [target] }) => target?.status === "retrying");
  const second = await simulate(port);
  expect((await world.until(id, isSettled)).status).toBe("posted");
  expect(second.published("bluesky").map(({ text }) => text)).toEqual(["waited"]);
});

test("a simulator that calls itself something else is refused with what to do", async () => {
  const port = freePort();
  const own = `http://simulator.example:${port}`;
  await simulate(port, own);
  const named = `http://127.0.0.1:${port}`;
  const world = await openAt(named);
  const refused = await world.account("bluesky", "ok").catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "network_unavailable",
    detail: `The simulator at ${named} calls itself ${own}. Start it with --url ${named}, or set CRIER_SIMULATOR to ${own}.`,
  });
});
