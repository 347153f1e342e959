// Store interface: holding back what a restored database may have published since the backup.
import type { AuditEntry } from "../audit.ts";
import type { AttemptRef, TargetFacts } from "../target-move.ts";
import type { State } from "../target-state.ts";

/** See publishing/delivery/restore-hold.ts for which targets are held. */
export interface Holding {
  /**
   * Calls `decide` for every target that is not live and holds the chosen ones; entry and moves are one transaction.
   * `decide` may be called twice. @returns what was decided about each
   */
  hold(decide: (target: HoldCandidate) => Hold, entry: AuditEntry): Promise<HeldTarget[]>;
  /** The same after a standby took over that may lack something. Null where another process has done it. */
  holdAfterFailover(decide: (target: HoldCandidate) => Hold, entry: AuditEntry): Promise<HeldTarget[] | null>;
}

export interface HoldCandidate extends AttemptRef {
  readonly state: State;
  /** Its own time, also while it is deferred. */
  readonly dueAt: number | null;
  /** Its latest attempt had reached the send mark, so a connector can be asked about it. */
  readonly canVerify: boolean;
}

export type HeldTarget = Pick<HoldCandidate, "state" | "canVerify"> & Pick<Hold, "kind">;

/** Hold the target, with these facts; or leave it as it is, with an event unless there is nothing to say. */
export type Hold =
  | { readonly kind: "hold"; readonly facts: TargetFacts }
  | { readonly kind: "leave"; readonly detail: string | null };
