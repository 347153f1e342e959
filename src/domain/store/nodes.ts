// Store interface: the processes that deliver from a store, where there may be several. Each holds a lease, timed by the
// store's clock. When a lease expires, the other processes take over its attempts.
import type { AttemptRef } from "../target-move.ts";
import type { RunningServer } from "./files.ts";

export interface Nodes {
  /** How long a lease is, ms; null where only one process can deliver at a time. */
  readonly leaseMs: number | null;
  /** This process delivers from now on. @param name tells it from others, for people */
  join(name: string): Promise<void>;
  /** False when the lease had expired: this process has lost its attempts and continues as a new one. */
  renewLease(): Promise<boolean>;
  /** Makes known that it answers requests, or no longer does (null). */
  announce(server: RunningServer | null): Promise<void>;
  /** It delivers no more. */
  leave(): Promise<void>;
  /** Those with a lease, oldest first. */
  active(): Promise<ActiveNode[]>;
  /** How long its lease still lasts, ms, by its own clock; null where it has none. */
  leaseLeft(): number | null;
  /** How far this machine's clock was ahead of the store's own at the last renewal, ms. */
  clockOffset(): number;
  /** How many processes there were at the last renewal; limits of one process are this part of those of all. */
  count(): number;
  /** Whether this process does what one is enough for, such as to remove what is old: the oldest one does. */
  isLeader(): Promise<boolean>;
  /**
   * The process that made the attempt of an uncertain target, if it has not said what became of it and may still be there;
   * null: whatever could be sent has been.
   */
  sender(ref: AttemptRef): Promise<Pick<ActiveNode, "name" | "since"> | null>;
}

export interface ActiveNode {
  readonly id: string;
  readonly name: string;
  /** ms since 1970. */
  readonly since: number;
  readonly server: RunningServer | null;
}
