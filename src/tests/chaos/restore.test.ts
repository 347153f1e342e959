// Restores older backups while posts go out to faulty networks: nothing is published twice or unasked.
import { expect, test } from "bun:test";
import { CRIER } from "../support/program.ts";
import { campaign, type CampaignOptions } from "./restore/campaign.ts";

const options = (seed: number): CampaignOptions => ({
  runs: 100,
  real: 2,
  seed,
  targets: 5,
  faults: { publishing: 0.35, other: 0.04 },
  control: false,
  program: CRIER,
  progress: () => {},
});

test("100 restores of copies that were made in the middle of publishing", async () => {
  const seed = Math.floor(Math.random() * 1e6);
  const result = await campaign(options(seed));
  const { posts, targets, held, heldLive, found, states } = result;
  console.log(`restores: ${JSON.stringify({ seed, posts, targets, held, heldLive, found, states })}`);
  const nothing = { double: [], selfSent: [], lost: [], disagreement: [] };
  expect({ seed, ...result }).toMatchObject({ seed, runs: 100, ...nothing });
  // Copies that catch nothing under way, and holds of what was never sent, would prove nothing.
  for (const state of ["pending", "preparing", "committing", "uncertain"])
    expect({ state, caught: (states[state] ?? 0) > 0 }).toEqual({ state, caught: true });
  expect(heldLive).toBeGreaterThan(50);
  expect(held).toBeGreaterThan(heldLive);
});

test("the bench fails without the hold", async () => {
  const { double } = await campaign({ ...options(1), runs: 20, real: 0, control: true });
  expect(double).not.toBeEmpty();
});
