// Breaks guarantees on purpose: the simulation and the transport tests must notice.
import { expect, test } from "bun:test";
import { faultsOf, mutantCampaign, MUTANTS } from "./mutants/campaign.ts";

/** `scripts/bench mutants` has them all; those that several real processes judge take a minute each. */
const QUICK = MUTANTS.filter(({ judge }) => judge !== "nodes");
const SHARE = 12;
const CHOSEN = QUICK.filter(({ named }, n) => named !== undefined || n % SHARE === 0);

test("mutants are caught", async () => {
  const verdicts = await mutantCampaign({
    mutants: CHOSEN,
    seed: 1,
    seeds: 500,
    jobs: 2,
    progress: () => {},
  });
  const survived = verdicts.flatMap(({ mutant, fate }) => (mutant && fate !== "caught" ? [mutant.name] : []));
  console.log(`mutants: ${CHOSEN.length}, not caught: ${JSON.stringify(survived)}`);
  expect(faultsOf(verdicts)).toEqual([]);
  // The three that any such bench must see are among them.
  expect(CHOSEN.flatMap(({ named }) => named ?? []).toSorted()).toEqual(["A", "B", "C"]);
});
