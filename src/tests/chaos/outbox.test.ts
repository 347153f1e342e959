// Kills the process while webhooks go out: each event arrives at least once, and none before its transaction.
import { expect, test } from "bun:test";
import { outboxCampaign } from "./outbox/campaign.ts";
import { BINARY } from "../support/program.ts";
import { programsOf } from "./kill/program.ts";

const KILLS = 30;

test(`${KILLS} kills while webhooks go out`, async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const { engine } = await programsOf(BINARY);
  const result = await outboxCampaign({ kills: KILLS, seed, engine, progress: () => {} });
  console.log(`outbox: ${JSON.stringify({ seed, ...result })}`);
  expect({ seed, ...result }).toMatchObject({ seed, kills: KILLS, lost: 0, early: 0, wrong: 0, silent: 0 });
  // A bench whose kills hit nothing proves nothing.
  expect(result.interrupted).toBeGreaterThan(0);
  expect(result.events).toBeGreaterThan(KILLS);
});
