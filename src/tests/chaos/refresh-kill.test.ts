// Kills two processes while they refresh credentials: a lost renewal is reported, and nothing else is blamed.
import { expect, test } from "bun:test";
import { campaign } from "./refresh/campaign.ts";

const KILLS = 10;

test(`${KILLS} kills at random moments of renewals at a network that rotates`, async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const request = { kills: KILLS, accounts: 8, latencyMs: 20, seed, control: false, progress: () => {} };
  const result = await campaign(request);
  expect({ seed, ...result }).toMatchObject({ silent: [], blamed: [] });
  expect(result.refresher).toBeGreaterThan(KILLS);
});
