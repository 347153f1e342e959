// Describes a mutant: one exact change of the source that breaks a guarantee, and the bench that must notice.

export interface Mutant {
  /** What is wrong with it, in a few words. */
  readonly name: string;
  /** Below src. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly from: string;
  readonly to: string;
  readonly judge: Judge;
  /** Named in the demands on the benches: it must be caught whatever becomes of the others. */
  readonly named?: "A" | "B" | "C";
}

/**
 * The simulation; or the tests of the transport and of what answers mean; or those of the store (its contract, groups, reads
 * and the search); or
 * those of a clock that was set, for what the simulation meets once in many thousand seeds; or those of several processes over
 * one PostgreSQL server; or such processes that are killed.
 */
export type Judge = "simulation" | "answers" | "store" | "clock" | "processes" | "nodes";
