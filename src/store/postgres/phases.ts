// Phases of targets, as people see them, among the states that are stored.
import { phaseOf, type Phase } from "../../domain/post.ts";
import { TRANSITIONS, type State } from "../../domain/target-state.ts";

/** All states that a target in one of these phases can be in. */
export function statesOf(phases: readonly Phase[]): State[] {
  return (Object.keys(TRANSITIONS) as State[]).filter((state) =>
    [0, 1].some((attempt) => phases.includes(phaseOf({ state, attempt }))),
  );
}
