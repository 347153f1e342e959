// Who did what: table audit, append-only.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../publishing/ports.ts";

/** Writes one line; call it inside the transaction that makes it true. */
export function appendAudit(
  db: Database,
  { at, actor, action, profileId, subject, detail }: AuditEntry,
): void {
  db.query(
    "INSERT INTO audit (at, actor, action, profile_id, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(at, actor, action, profileId, subject, JSON.stringify(detail));
}
