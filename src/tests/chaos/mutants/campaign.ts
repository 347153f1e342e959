// Runs all mutants, several at a time, and reports which ones the benches missed.
import { postgresPrograms } from "../../support/postgres.ts";
import { ANSWERS } from "./answers.ts";
import { ENGINE } from "./engine.ts";
import type { Judge, Mutant } from "./mutant.ts";
import { PROCESSES } from "./processes.ts";
import { judgeMutant, type Trial, type Verdict } from "./run.ts";
import { STORE } from "./store.ts";

/** Those of several processes only where the machine has PostgreSQL. */
export const MUTANTS: readonly Mutant[] = [
  ...[...ENGINE, ...STORE, ...ANSWERS],
  ...(postgresPrograms === null ? [] : PROCESSES),
];
const JUDGES = [
  "simulation",
  "answers",
  "store",
  "clock",
  "processes",
  "nodes",
] as const satisfies readonly Judge[];

/** This share of all mutants must be caught, and each of the named ones. */
const LEAST_SHARE = 0.95;

export interface MutantCampaign extends Trial {
  /** How many at a time. */
  readonly jobs: number;
  readonly mutants: readonly Mutant[];
  readonly progress: (verdict: Verdict) => void;
}

/** First the judges look at the source as it is: one that condemns it condemns everything. */
export async function mutantCampaign({
  jobs,
  mutants,
  progress,
  ...trial
}: MutantCampaign): Promise<Verdict[]> {
  const judges = JUDGES.filter((judge) => mutants.some((mutant) => mutant.judge === judge));
  const cases = [
    ...judges.map((judge) => ({ mutant: null, judge })),
    ...mutants.map((mutant) => ({ mutant, judge: mutant.judge })),
  ];
  const verdicts = new Map<number, Verdict>();
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < cases.length; n = next++) {
      const one = cases[n];
      if (!one) return;
      const verdict = await judgeMutant(one.mutant, one.judge, trial);
      verdicts.set(n, verdict);
      progress(verdict);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return [...verdicts].toSorted(([a], [b]) => a - b).map(([, verdict]) => verdict);
}

/** What is wrong with the benches; nothing, when all is well. */
export function faultsOf(verdicts: readonly Verdict[]): string[] {
  const mutants = verdicts.filter(({ mutant }) => mutant !== null);
  const caught = mutants.filter(({ fate }) => fate === "caught").length;
  const stale = mutants.filter(({ fate }) => fate === "no longer applies");
  const escaped = mutants.filter(({ mutant, fate }) => mutant?.named && fate === "survived");
  const condemned = verdicts.filter(({ mutant, fate }) => mutant === null && fate === "caught");
  const enough = caught >= LEAST_SHARE * mutants.length;
  return [
    ...condemned.map(({ judge, output }) => `the ${judge} condemns the source as it is:\n${output}`),
    ...stale.map(({ mutant }) => `the mutant no longer applies: ${mutant?.name} (${mutant?.file})`),
    ...escaped.map(({ mutant }) => `mutant ${mutant?.named} survived: ${mutant?.name}`),
    ...(enough ? [] : [`only ${caught} of ${mutants.length} mutants were caught`]),
  ];
}
