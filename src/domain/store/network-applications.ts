// Store interface: the operator's applications at networks, one for each network.
import type { AuditEntry } from "../audit.ts";
import type { NetworkApplication } from "../network-application.ts";

export interface NetworkApplications {
  find(network: string): Promise<NetworkApplication | null>;
  /** Ids of the networks that have one. */
  networks(): Promise<string[]>;
  /** Stores it in place of another one; a client id that differs from that one's has `setAt` as its `replacedAt`. */
  set(application: Omit<NetworkApplication, "replacedAt">, audit: AuditEntry): Promise<NetworkApplication>;
  /** False when there is none. */
  remove(network: string, audit: AuditEntry): Promise<boolean>;
}
