// Table audit: who did what and when; append-only.
import type { Database } from "bun:sqlite";
import type { Audit, AuditEntry, AuditRow } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";
import type { Write } from "./writer.ts";

type Row = Omit<AuditRow, "detail"> & { detail: string };

const INSERT = `INSERT INTO audit (at, actor, action, profile_id, subject, detail)
  VALUES ($at, $actor, $action, $profileId, $subject, $detail)`;

export function openAudit({ db, read, write }: Access): Audit {
  // `+$before`: see due.ts.
  const page = db.query<Row, { before: number | null; limit: number }>(
    `SELECT seq, at, actor, action, profile_id AS profileId, subject, detail FROM audit
     WHERE seq < coalesce(+$before, 9223372036854775807) ORDER BY seq DESC LIMIT +$limit`,
  );
  return {
    add: (entry) => write(() => appendAudit(db, entry)),
    page: (limit, before) =>
      read(() =>
        page
          .all({ limit, before })
          .map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditRow["detail"] })),
      ),
  };
}

/**
 * Writes whose first change carries the entry in its own transaction; one that changed nothing (false) does not. They
 * come one after the other, for whether there is an entry is only known when the change before is on disk.
 */
export function auditing({ db, write }: Access, entry: AuditEntry): Write {
  let isRecorded = false;
  let before = Promise.resolve();
  return (act) => {
    const change = before.then(() =>
      write(() => {
        const value = act();
        if (!isRecorded && value !== false) appendAudit(db, entry);
        return value;
      }),
    );
    const settled = (changed: boolean) => void (isRecorded ||= changed);
    before = change.then(
      (value) => settled(value !== false),
      () => settled(false),
    );
    return change;
  };
}

/** Writes one line; call it inside the transaction that makes it true. */
export function appendAudit(
  db: Database,
  { at, actor, action, profileId, subject, detail }: AuditEntry,
): void {
  db.query(INSERT).run({ at, actor, action, profileId, subject, detail: JSON.stringify(detail) });
}
