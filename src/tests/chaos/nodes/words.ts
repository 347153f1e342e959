// What a campaign came to, in lines for people.
import { verdictWords } from "../kill/verdict.ts";
import type { NodesResult } from "./campaign.ts";
import type { Kind } from "./events.ts";
import type { Failover } from "./failovers.ts";
import type { Rolling } from "./rolling.ts";

/** A line for each thing that went wrong. */
export function wrongIn(result: NodesResult | Rolling): string[] {
  const { double, lost, disagreement, stuck, faults } = result;
  const answers = "wrongAnswers" in result ? lines(result.wrongAnswers) : [];
  return [...double, ...lost, ...disagreement, ...stuck, ...faults, ...answers];
}

export function wordsOf(kind: Kind | Failover, all: NodesResult): string {
  const figures = [
    `${all.events} × ${kind} in ${seconds(all.strikingMs)}, settled in ${seconds(all.settlingMs)}`,
    `${all.hits} struck ${all.struck} attempts`,
    ...verdictWords(all),
    `seed ${all.seed}`,
  ];
  return [summary(all, figures), `journal: ${lines(all.journal).join(", ")}`, ...errors(all)].join("\n");
}

export function rollingWords(all: Rolling): string {
  const figures = [
    `${all.restarts} restarts in ${seconds(all.ms)}`,
    `${all.requests} requests`,
    `${all.rerouted} led to the other server`,
    `${Object.values(all.wrongAnswers).reduce((sum, n) => sum + n, 0)} failed`,
    ...verdictWords(all),
    `seed ${all.seed}`,
  ];
  return [summary(all, figures), ...errors(all)].join("\n");
}

function summary(all: NodesResult | Rolling, figures: readonly string[]): string {
  const wrong = wrongIn(all);
  const first = wrong.slice(0, 20).map((line) => `  ${line}\n`);
  return `${first.join("")}${wrong.length > 0 ? "FAILED" : "ok"}: ${figures.join(" · ")}`;
}

const errors = ({ errors: logged }: NodesResult | Rolling) => lines(logged).map((line) => `  error ${line}`);
const lines = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([what, n]) => `${n} × ${what}`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
