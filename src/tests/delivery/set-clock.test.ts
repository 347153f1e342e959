// A clock that was set while no process ran: two looks at an uncertain post count only if they surely lie 30 s apart.
import { expect, test } from "bun:test";
import { pairedRegistry } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { bluesky } from "../../networks/bluesky/index.ts";
import { simulatedBluesky } from "../../simulator/bluesky/index.ts";
import { WRITE_AGAIN_MS } from "../../publishing/delivery/retry-policy.ts";
import { HOUR, MINUTE, openWorldWith, read, target } from "../support/posting.ts";
import { GIVE_UP_MS } from "../support/time-limits.ts";
import { onPostgres } from "../support/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

const SECOND = 1000;
const YEAR = 365 * 24 * HOUR;

/** A network that has nothing of what it was sent; each look waits for `answer`. */
async function openAbsent(
  env: Record<string, string> = {},
  answer: () => Promise<void> = async () => {},
  say?: (line: string) => void,
) {
  const network: Network = {
    ...bluesky,
    async verify() {
      await answer();
      return { kind: "absent", evidence: "It is not there." };
    },
  };
  const world = await openWorld(env, pairedRegistry([{ network, simulated: simulatedBluesky }]), null, say);
  await world.account("bluesky", "ghost");
  return world;
}

async function countOf(kind: string, world: World, id: string): Promise<number> {
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  return (json["events"] as { kind: string }[]).filter((event) => event.kind === kind).length;
}

/** Turns the clock until the network has said this often that the post is not there. */
async function untilAsked(times: number, world: World, id: string): Promise<void> {
  const giveUp = performance.now() + GIVE_UP_MS;
  while ((await countOf("look", world, id)) < times) {
    if (performance.now() > giveUp) throw new Error(`not asked ${times} times`);
    await world.turn(200);
  }
}

/** A post of which the network has said once that it is not there. */
async function askedOnce(world: World): Promise<string> {
  const { id } = await world.post({ caption: "ghost", schedule: "now" });
  await untilAsked(1, world, id);
  return id;
}

/** Turns the clock until the post is known not to be there. @returns how long that took in truth, ms */
async function untilDisproved(world: World, id: string): Promise<number> {
  const since = world.clock.monotonic();
  await world.until(id, ({ targets }) => targets[0]?.status !== "uncertain", 500);
  expect(await countOf("disprove", world, id)).toBe(1);
  return world.clock.monotonic() - since;
}

test.each([
  ["the planned questions", {}],
  ["the last planned question", { CRIER_ASK_AFTER: "35s" }],
])("set forward by an hour before %s: one more look decides it, half a minute later", async (_, settings) => {
  await using world = await openAbsent(settings);
  const id = await askedOnce(world);
  await world.restart(HOUR);
  await untilAsked(2, world, id);
  expect(target(await read(world, id))).toMatchObject({ status: "uncertain", attempts: 1 });
  expect(await countOf("disprove", world, id)).toBe(0);
  const took = await untilDisproved(world, id);
  expect(took).toBeGreaterThanOrEqual(30 * SECOND);
  expect(took).toBeLessThan(2 * MINUTE);
});

test.skipIf(onPostgres)("set back by ten years: the next look comes when it was planned to", async () => {
  await using world = await openAbsent();
  const id = await askedOnce(world);
  await world.restart(-10 * YEAR);
  const took = await untilDisproved(world, id);
  expect(took).toBeGreaterThanOrEqual(30 * SECOND);
  expect(took).toBeLessThan(2 * MINUTE);
});

test("set back by ten years: a post waits for the time that a person chose", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const time = new Date(world.clock.now() + HOUR).toISOString();
  const { id } = await world.post({ caption: "later", accounts: ["bluesky:ok"], schedule: time });
  await world.restart(-10 * YEAR);
  world.clock.turn(48 * HOUR);
  expect(await read(world, id)).toMatchObject({ status: "scheduled", scheduledFor: time });
});

test("a slow answer does not lie apart from the one before: the time before it was asked counts", async () => {
  const answers: (() => void)[] = [];
  await using world = await openAbsent({ CRIER_ASK_AFTER: "5s 5s" }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(resolve);
    await promise;
  });
  const { id } = await world.post({ caption: "slow", schedule: "now" });
  await world.until(id, () => answers.length === 1);
  answers[0]?.();
  await world.until(id, () => answers.length === 2);
  const firstAt = target(await read(world, id)).verification?.checkedAt;
  world.clock.turn(HOUR);
  answers[1]?.();
  await world.until(id, ({ targets }) => targets[0]?.verification?.checkedAt !== firstAt);
  expect(await countOf("disprove", world, id)).toBe(0);
});

test("set forward while the store refuses writes: it is asked again after a pause, not at once", async () => {
  const lines: string[] = [];
  await using world = await openAbsent({ CRIER_LOG: "error" }, undefined, (line) => lines.push(line));
  const id = await askedOnce(world);
  await using _ = await world.database.refuse("UPDATE OF due_at ON target");
  const failed = () => lines.filter((line) => line.includes("dispatch_failed")).length;
  world.clock.set(world.clock.now() + HOUR);
  world.clock.turn(SECOND);
  await waitUntil(() => failed() > 0);
  for (let turn = 0; turn < 50; turn++) {
    world.clock.turn(1);
    await read(world, id);
  }
  expect(failed()).toBe(1);
  world.clock.turn(WRITE_AGAIN_MS);
  await waitUntil(() => failed() === 2);
});
