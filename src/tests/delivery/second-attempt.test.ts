// Tests that a connector knows the attempt: X's duplicate refusal is a no at first, and a hint later.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { pairedRegistry } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { x } from "../../networks/x/index.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { postAction, MINUTE, target } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

let [lost, silent] = [false, false];
/** Loses the answer to what it sends, and can't be asked, while a test says so. */
const network: Network = {
  ...x,
  async commit(prepared, io) {
    const outcome = await x.commit(prepared, io);
    return lost ? { kind: "unknown", detail: "The answer was lost." } : outcome;
  },
  verify: async (prepared, attempt, io) =>
    silent ? { kind: "inconclusive", evidence: "Nobody answers." } : await x.verify(prepared, attempt, io),
};

let world: World;
let account: string;
beforeAll(async () => {
  world = await openWorld({}, pairedRegistry([{ network, simulated: simulatedX }]));
  account = await world.account("x", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

const posted = async (caption: string, status: string) => {
  const { id } = await world.post({ caption, accounts: [account], schedule: "now" });
  return await world.until(id, (post) => post.status === status);
};

test("a first attempt that is a duplicate has failed", async () => {
  await posted("Said before", "posted");
  expect(target(await posted("Said before", "failed")).errorCategory).toBe("content");
  expect(world.published("x")).toHaveLength(1);
});

test("a later one is looked for, and found where the first had put it", async () => {
  [lost, silent] = [true, true];
  const post = await posted("Lost and found", "uncertain");
  const [live] = world.published("x").slice(-1);
  const word = { targetId: target(post).id, action: "confirm_not_published", confirmed: true };
  expect((await postAction(world, post.id, "reconcile", word)).json).toMatchObject({ status: "failed" });
  [lost, silent] = [false, false];
  world.clock.turn(5 * MINUTE);
  expect((await postAction(world, post.id, "retry")).status).toBe(200);
  const found = target(await world.until(post.id, ({ status }) => status === "posted"));
  expect(found).toMatchObject({ attempts: 2, url: live?.url, verification: { verdict: "live" } });
  expect(world.published("x")).toHaveLength(2);
});
