// The figures of a move, as its event has them.
import type { EventData } from "../../domain/event.ts";
import type { TargetFacts } from "../../domain/target-move.ts";

/** Those of its facts, and of the last answer that led to it. */
export function dataOf({ dueAt, failure, verification, remote, schedule, steps = [] }: MoveFacts): EventData {
  const step = steps.at(-1);
  return {
    ...(dueAt !== null && { dueAt }),
    ...(schedule && { schedule }),
    ...(step && { ms: step.ms }),
    ...(step && step.status !== null && { status: step.status }),
    ...(verification && { verdict: verification.verdict }),
    ...(failure && { code: failure.code, category: failure.category }),
    ...(remote && remote.url !== null && { url: remote.url }),
  };
}
type MoveFacts = Pick<TargetFacts, "dueAt" | "failure" | "verification" | "remote" | "schedule" | "steps">;
