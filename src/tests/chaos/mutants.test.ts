// Breaks every guarantee on purpose: the simulation and the transport tests must notice.
import { expect, test } from "bun:test";
import { faultsOf, mutantCampaign, MUTANTS } from "./mutants/campaign.ts";

test("mutants are caught", async () => {
  const verdicts = await mutantCampaign({
    mutants: MUTANTS,
    seed: 1,
    seeds: 500,
    jobs: 2,
    progress: () => {},
  });
  const survived = verdicts.flatMap(({ mutant, fate }) => (mutant && fate !== "caught" ? [mutant.name] : []));
  console.log(`mutants: ${MUTANTS.length}, not caught: ${JSON.stringify(survived)}`);
  expect(faultsOf(verdicts)).toEqual([]);
  // The three that any such bench must see are among them.
  expect(MUTANTS.flatMap(({ named }) => named ?? []).toSorted()).toEqual(["A", "B", "C"]);
}, 1_200_000);
