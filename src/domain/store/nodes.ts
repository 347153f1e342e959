// Store interface: the processes that deliver from a store, where there may be several. Each has a lease, by the clock of the
// store; the attempts of one whose lease is over are taken over by the others.
import type { RunningServer } from "./files.ts";

export interface Nodes {
  /** How long a lease is, ms; null where only one process can deliver at a time. */
  readonly leaseMs: number | null;
  /** This process delivers from now on. @param name tells it from others, for people */
  join(name: string): Promise<void>;
  /** Prolongs the lease. False when it was over: this process had no attempts any more, and goes on as a new one. */
  beat(): Promise<boolean>;
  /** Makes known that it answers requests, or no longer does (null). */
  announce(server: RunningServer | null): Promise<void>;
  /** It delivers no more. */
  leave(): Promise<void>;
  /** Those that deliver, the oldest first. */
  living(): Promise<LivingNode[]>;
}

export interface LivingNode {
  readonly id: string;
  readonly name: string;
  /** ms since 1970. */
  readonly since: number;
  readonly server: RunningServer | null;
}
