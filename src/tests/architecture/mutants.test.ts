// Every mutant of scripts/bench mutants still changes the source: one that does not would prove nothing.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MUTANTS } from "../chaos/mutants/campaign.ts";
import { applyMutant } from "../chaos/mutants/run.ts";

const SOURCE = join(import.meta.dir, "../..");

test("every mutant applies to the source as it is", () => {
  const stale = MUTANTS.filter(
    (mutant) => applyMutant(mutant, readFileSync(join(SOURCE, mutant.file), "utf8")) === null,
  );
  expect(stale.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
