// Store interface: approved import hosts.
import type { ImportHost } from "../import-host.ts";
import type { AuditEntry } from "../audit.ts";

export interface ImportHosts {
  /** False when it is on the list. */
  add(host: ImportHost, audit: AuditEntry): Promise<boolean>;
  list(): Promise<ImportHost[]>;
  /** False when it is not on the list. */
  remove(host: string, audit: AuditEntry): Promise<boolean>;
}
