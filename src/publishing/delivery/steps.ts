// Remembers what an attempt exchanges with its network, and hands it to the move that ends each phase.
import { boundSteps, MAX_STEPS, type Step, type StepName } from "../../domain/evidence.ts";
import type { Work } from "../../domain/store/journal.ts";
import { recordCalls } from "../../networks/client/recording.ts";
import { contextOf } from "../../networks/client/redaction.ts";
import type { Engine } from "./engine.ts";

/**
 * The same engine for one target: its requests are kept in memory, and stored in the transaction of the next change of
 * the target. So a process that dies loses at most those of the interrupted phase, and nothing is written on their behalf.
 */
export function withSteps(work: Work, engine: Engine): Engine {
  const { journal, connections, clock } = engine;
  const name = FIRST[work.state] ?? "prepare";
  let steps: readonly Step[] = [];
  const add = (step: Step) => {
    steps = [...steps, step];
    if (steps.length > 2 * MAX_STEPS) steps = boundSteps(steps);
  };
  return {
    ...engine,
    journal: {
      ...journal,
      move: (ref, from, move, facts) =>
        store((taken) => journal.move(ref, from, move, { ...facts, steps: taken })),
      report: (ref, report, facts) =>
        store((taken) => journal.report(ref, report, { ...facts, steps: taken })),
      mark: (ref, facts) => store((taken) => journal.mark(ref, { ...facts, steps: taken })),
      lookAgain: (ref, state, change) =>
        store((taken) => journal.lookAgain(ref, state, { ...change, steps: taken })),
    },
    connections: {
      network: (platform) => connections.network(platform),
      refreshCredentials: (...credentials) => connections.refreshCredentials(...credentials),
      needsReconnect: (...refusal) => connections.needsReconnect(...refusal),
      async io(accountId, progress) {
        const account = await connections.io(accountId, progress);
        const { io } = account;
        const { secrets } = contextOf(io, connections.network(work.platform)?.secrets(io.credentials) ?? []);
        return {
          ...account,
          io: { ...io, call: recordCalls(io.call, { clock, secrets, name, add }) },
        };
      },
    },
  };

  /** What could not be written is handed over again with the next change. */
  async function store<T>(write: (taken: readonly Step[]) => Promise<T>): Promise<T> {
    const taken = steps;
    const outcome = await write(taken);
    if (outcome !== "paused") steps = steps.filter((step) => !taken.includes(step));
    return outcome;
  }
}

/** What the first requests are for, by the target's state. */
const FIRST: Readonly<Partial<Record<Work["state"], StepName>>> = { processing: "settle", uncertain: "look" };
