// Store interface: the audit log.
import type { AuditEntry, AuditRow } from "../audit.ts";

/** Append-only. */
export interface Audit {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first, older than `before`. */
  page(limit: number, before: number | null): Promise<AuditRow[]>;
}
