// Counts a campaign's results; the tallies of several workers add up.
import { TRANSITIONS } from "../../../domain/target-state.ts";

export interface Violation {
  readonly seed: number;
  readonly what: string;
}

export interface Tally {
  seeds: number;
  posts: number;
  targets: number;
  sends: number;
  /** By kind, such as `publish late` or `disk full`. */
  readonly faults: Record<string, number>;
  /** By what they ended, such as `mid-turn` or `dieAfter`. */
  readonly crashes: Record<string, number>;
  /** What people did and what came of it, such as `cancel ok`. */
  readonly acts: Record<string, number>;
  /** By name, `state.move`. */
  readonly moves: Record<string, number>;
  /** How the targets ended. */
  readonly ends: Record<string, number>;
  /** What looks wrong and is not: a person's or a network's own false word stands behind it. */
  readonly excused: Record<string, number>;
  violations: Violation[];
}

export function emptyTally(): Tally {
  const counts = { faults: {}, crashes: {}, acts: {}, moves: {}, ends: {}, excused: {} };
  return { seeds: 0, posts: 0, targets: 0, sends: 0, ...counts, violations: [] };
}

export function count(counts: Record<string, number>, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times;
}

const MOST_VIOLATIONS = 50;

/** Adds what another worker found. */
export function add(to: Tally, from: Tally): void {
  for (const key of ["seeds", "posts", "targets", "sends"] as const) to[key] += from[key];
  for (const key of ["faults", "crashes", "acts", "moves", "ends", "excused"] as const) {
    for (const [name, times] of Object.entries(from[key])) count(to[key], name, times);
  }
  to.violations = [...to.violations, ...from.violations].slice(0, MOST_VIOLATIONS);
}

/**
 * What an attempt reports after another process has taken it over: in these worlds one process delivers, and the store's
 * contract has these moves (src/tests/store/contract/reports.ts).
 */
const OF_SEVERAL_PROCESSES: ReadonlySet<string> = new Set([
  "committing.unsent",
  ...["accept", "process", "refuse", "postpone", "unsent", "lose"].map((move) => `uncertain.${move}`),
]);

/** Every move of one process that no seed made: a campaign that has any proves nothing about it. */
export function movesMissing({ moves }: Tally): string[] {
  return allMoves().filter((name) => !moves[name]);
}

export function allMoves(): string[] {
  return Object.entries(TRANSITIONS)
    .flatMap(([state, ways]) => Object.keys(ways).map((move) => `${state}.${move}`))
    .filter((name) => !OF_SEVERAL_PROCESSES.has(name));
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}
