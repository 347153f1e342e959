// Tests that a connector learns the last post before a lost one: a private Telegram channel is searched from there.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { pairedRegistry } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { telegram } from "../../networks/telegram/index.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { HOUR } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

/** Sends, and loses the answer where the words say so. */
const lossy: Network = {
  ...telegram,
  async commit(prepared, io) {
    const outcome = await telegram.commit(prepared, io);
    const isLost = JSON.stringify(prepared).includes("lost");
    return isLost ? { kind: "unknown", detail: "The answer was lost." } : outcome;
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld({}, pairedRegistry([{ network: lossy, simulated: simulatedTelegram }]));
});
afterAll(() => world[Symbol.asyncDispose]());

test("a lost message is found next to one of yesterday", async () => {
  const account = await world.account("telegram", "ok-private");
  const posted = async (caption: string) => {
    const { id } = await world.post({ caption, accounts: [account], schedule: "now" });
    return (await world.until(id, ({ status }) => status === "posted", 5000)).targets[0];
  };
  expect((await posted("The first one"))?.verification).toBeNull();
  world.clock.turn(20 * HOUR);
  const found = await posted("This one is lost");
  expect(found?.verification?.evidence).toContain("has this text");
  expect(found?.url).toBe(world.published("telegram").at(-1)?.url ?? "");
});
