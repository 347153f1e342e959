// Store interface: what can be found out about a database on a server, without changing anything.
import type { Closed } from "./move.ts";
import type { ActiveNode } from "./nodes.ts";

export interface ServerCheckup {
  /** Such as 17.2. */
  readonly version: string;
  /** Why Crier can't use it, as the end of a sentence; null: it can. */
  readonly fault: string | null;
  /** Whether each statement of a session reaches the same one at the server: something in between may change it. */
  readonly keepsSessions: boolean;
  /** By how much the server's clock is ahead of this machine's, ms. */
  readonly clockAheadMs: number;
  readonly replication: Replication;
  /** Null where no Crier was begun, or `fault` says why it can't be read. */
  readonly crier: CrierCheckup | null;
}

export interface Replication {
  /** synchronous_standby_names; empty: what is written is not waited for at any standby. */
  readonly synchronous: string;
  /** Whether a commit waits for the disk. */
  readonly isDurable: boolean;
  /** Standbys that are connected now; null: this user may not see them. */
  readonly standbys: number | null;
}

export interface CrierCheckup {
  readonly schema: number;
  readonly bytes: number;
  readonly closed: Closed | null;
  /** As in StoreCheckup. */
  readonly secretKid: string | null;
  readonly pausedWebhooks: number;
  readonly newest: number | null;
  /** Connected ones. */
  readonly simulatedAccounts: number;
  readonly nodes: readonly ActiveNode[];
}
