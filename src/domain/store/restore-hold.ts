// Store interface: holding back what a restored database may have published since the backup.
import type { AuditEntry } from "../audit.ts";
import type { AttemptRef, TargetFacts } from "../target-move.ts";
import type { State } from "../target-state.ts";

/** What a restored database has that is not live, and what becomes of it (restore-hold.ts). */
export interface Holding {
  /**
   * Asks `decide` about every target that is not live and holds the chosen ones; entry and moves are one transaction.
   * `decide` may be asked twice. @returns what was decided about each
   */
  hold(decide: (target: HoldCandidate) => Hold, entry: AuditEntry): Promise<HeldTarget[]>;
}

export interface HoldCandidate extends AttemptRef {
  readonly state: State;
  /** Its own time, also while it is deferred. */
  readonly dueAt: number | null;
  /** Its latest attempt had reached the send mark, so a connector can be asked about it. */
  readonly canVerify: boolean;
}

export type HeldTarget = Pick<HoldCandidate, "state" | "canVerify"> & Pick<Hold, "kind">;

/** To hold it, with these facts; or a line for the journal of a target that stays as it is. */
export type Hold =
  | { readonly kind: "hold"; readonly facts: TargetFacts }
  | { readonly kind: "leave"; readonly detail: string };
