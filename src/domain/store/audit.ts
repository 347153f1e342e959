// Store interface: the audit log.
import type { AuditEntry, AuditRow } from "../audit.ts";

/** Append-only. */
export interface Audit {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first, older than `before`. */
  page(limit: number, before: number | null): Promise<AuditRow[]>;
  /** Of what was done to one thing: newest first, older than `before`. */
  about(subject: string, limit: number, before: number | null): Promise<AuditRow[]>;
}
