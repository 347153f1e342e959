// Breaks every guarantee on purpose: the simulation and the transport tests must notice.
import { expect, test } from "bun:test";
import { faultsOf, mutantCampaign, MUTANTS } from "./mutants/campaign.ts";

/** Those that several real processes judge take a minute each: `scripts/bench mutants` has them too. */
const QUICK = MUTANTS.filter(({ judge }) => judge !== "nodes");

test("mutants are caught", async () => {
  const verdicts = await mutantCampaign({
    mutants: QUICK,
    seed: 1,
    seeds: 500,
    jobs: 2,
    progress: () => {},
  });
  const survived = verdicts.flatMap(({ mutant, fate }) => (mutant && fate !== "caught" ? [mutant.name] : []));
  console.log(`mutants: ${QUICK.length}, not caught: ${JSON.stringify(survived)}`);
  expect(faultsOf(verdicts)).toEqual([]);
  // The three that any such bench must see are among them.
  expect(MUTANTS.flatMap(({ named }) => named ?? []).toSorted()).toEqual(["A", "B", "C"]);
}, 1_200_000);
