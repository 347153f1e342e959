// A server that is asked to end says so first, goes on answering for a while, and leaves nobody waiting.
import { expect, test } from "bun:test";
import { list, openWorldWith } from "../support/posting.ts";
import { waitUntil } from "../support/wait-until.ts";

const DRAIN_MS = 5000;

test("a server that drains is not ready, answers all the same, and begins nothing", async () => {
  await using opened = await openDraining();
  const { world } = opened;
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  const restarted = world.restart();
  const ready = await fetch(`${world.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: "stopping" }]);
  const { id } = await world.post({ caption: "Late", schedule: "now" });
  world.clock.turn(DRAIN_MS - 1);
  const { json } = await world.ask("GET", `/posts/${id}`);
  expect(json).toMatchObject({ status: "publishing", targets: [{ status: "pending", attempts: 0 }] });
  world.clock.turn(1);
  await restarted;
  await world.until(id, ({ status }) => status === "posted");
  expect(world.published("bluesky")).toHaveLength(1);
});

test("who waits for a post when the server ends gets what is known of it", async () => {
  await using opened = await openDraining();
  const { world } = opened;
  const restarted = world.restart();
  const waiting = world.ask("POST", "/posts", { caption: "Wait", accounts: ["bluesky:ok"], schedule: "now" });
  await waitUntil(async () => (await list(world)).length === 1);
  world.clock.turn(DRAIN_MS);
  const { status, json } = await waiting;
  expect([status, json]).toMatchObject([201, { status: "publishing" }]);
  await restarted;
});

/** Ends as it drains: only when time passes. */
async function openDraining() {
  const world = await openWorldWith(["bluesky:ok"], { CRIER_DRAIN_MS: String(DRAIN_MS) });
  return {
    world,
    async [Symbol.asyncDispose]() {
      const ended = world[Symbol.asyncDispose]();
      world.clock.turn(DRAIN_MS);
      await ended;
    },
  };
}
