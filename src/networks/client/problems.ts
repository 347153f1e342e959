// Builds the problems and warnings that a connector's `validate` reports.
import type { OptionProblem } from "../network.ts";

/** A limit and the value that exceeds it. */
type Measure = Pick<OptionProblem, "limit" | "actual">;

/** The network would refuse the post. @param rule a stable word, such as `options.title` */
export function problem(rule: string, message: string, measure?: Measure): OptionProblem {
  return { rule, message, limit: null, actual: null, ...measure, certain: true };
}

/** The network may refuse the post, or show it differently than its author expects. */
export function warning(rule: string, message: string, measure?: Measure): OptionProblem {
  return { ...problem(rule, message, measure), certain: false };
}
