// Table audit: who did what and when; append-only.
import type { Database } from "bun:sqlite";
import type { AuditEntry, AuditRow } from "../../domain/audit.ts";
import type { Audit } from "../../domain/store/audit.ts";
import type { Access } from "./access.ts";

type StoredAuditRow = Omit<AuditRow, "detail"> & { detail: string };

const INSERT = `INSERT INTO audit (at, actor, action, profile_id, subject, detail)
  VALUES ($at, $actor, $action, $profileId, $subject, $detail)`;

export function openAudit({ db, read, write }: Access): Audit {
  // `+$before`: see due.ts.
  const page = db.query<StoredAuditRow, { before: number | null; limit: number }>(
    `SELECT seq, at, actor, action, profile_id AS profileId, subject, detail FROM audit
     WHERE seq < coalesce(+$before, 9223372036854775807) ORDER BY seq DESC LIMIT +$limit`,
  );
  const about = db.query<StoredAuditRow, { subject: string; before: number | null; limit: number }>(
    `SELECT seq, at, actor, action, profile_id AS profileId, subject, detail FROM audit
     WHERE subject = +$subject AND seq < coalesce(+$before, 9223372036854775807) ORDER BY seq DESC LIMIT +$limit`,
  );
  const rowOf = (row: StoredAuditRow) => ({ ...row, detail: JSON.parse(row.detail) as AuditRow["detail"] });
  return {
    add: (entry) => write(() => appendAudit(db, entry)),
    page: (limit, before) => read(() => page.all({ limit, before }).map(rowOf)),
    about: (subject, limit, before) => read(() => about.all({ subject, limit, before }).map(rowOf)),
  };
}

/** The entry of a change that may have found nothing to change: then nothing is written down. @returns `changed` */
export function auditIf(changed: boolean, db: Database, entry: AuditEntry): boolean {
  if (changed) appendAudit(db, entry);
  return changed;
}

/** Writes one line; call it inside the transaction that makes it true. */
export function appendAudit(
  db: Database,
  { at, actor, action, profileId, subject, detail }: AuditEntry,
): void {
  db.query(INSERT).run({ at, actor, action, profileId, subject, detail: JSON.stringify(detail) });
}
