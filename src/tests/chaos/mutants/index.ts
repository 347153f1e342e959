// Breaks each guarantee in the source on purpose: a bench that does not notice is worthless.
import { readOptions } from "../../../bench/options.ts";
import { faultsOf, mutantCampaign, MUTANTS } from "./campaign.ts";
import type { Verdict } from "./run.ts";

const HELP = `  --only WORDS   only mutants whose name or file has these words
  --seeds N      how many seeds of the simulation a mutant has to survive (800)
  --seed S       the first of them (1)
  --jobs N       how many at a time (2)
  --list         names them all and ends`;

const values = readOptions("mutants", HELP, {
  only: "",
  seeds: 800,
  seed: 1,
  jobs: 2,
  list: false,
});
const chosen = MUTANTS.filter(({ name, file }) => `${name} ${file}`.includes(values.only));
if (values.list) {
  for (const { name, file, named } of chosen) console.log(`${named ?? " "}  ${file}: ${name}`);
  process.exit(0);
}

const started = performance.now();
const verdicts = await mutantCampaign({
  mutants: chosen,
  seeds: values.seeds,
  seed: values.seed,
  jobs: values.jobs,
  progress: (verdict) => console.error(line(verdict)),
});
const faults = faultsOf(verdicts);
console.log(verdicts.map(line).join("\n"));
for (const fault of faults) console.log(`  ${fault}`);
const count = (fate: Verdict["fate"]) => verdicts.filter((each) => each.mutant && each.fate === fate).length;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${faults.length > 0 ? "FAILED" : "ok"}: ${chosen.length} mutants · ${count("caught")} caught · ` +
    `${count("survived")} survived · ${count("no longer applies")} no longer apply · ${seconds} s · seed ${values.seed}`,
);
process.exit(faults.length > 0 ? 1 : 0);

function line({ mutant, judge, fate, ms }: Verdict): string {
  const name = mutant
    ? `${mutant.named ? `${mutant.named}: ` : ""}${mutant.name} (${mutant.file})`
    : "the source as it is";
  const word = mutant ? fate : fate === "survived" ? "passes" : "is condemned";
  return `${word.padEnd(10)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${judge.padEnd(10)}  ${name}`;
}
