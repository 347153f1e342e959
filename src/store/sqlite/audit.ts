// Table audit: who did what and when; append-only.
import type { Database } from "bun:sqlite";
import type { AuditEntry, AuditRow } from "../../domain/audit.ts";
import type { Audit, AuditFilter, AuditPlace } from "../../domain/store/audit.ts";
import type { Access } from "./access.ts";

type StoredAuditRow = Omit<AuditRow, "detail"> & { detail: string };
type Value = string | number;

const INSERT = `INSERT INTO audit (at, actor, action, profile_id, subject, detail)
  VALUES ($at, $actor, $action, $profileId, $subject, $detail)`;

export function openAudit({ db, read, write }: Access): Audit {
  return {
    add: (entry) => write(() => appendAudit(db, entry)),
    page: (limit, after, filter = {}) => read(() => page(limit, after, filter)),
  };

  function page(limit: number, after: AuditPlace | null, filter: AuditFilter): AuditRow[] {
    const conditions = conditionsOf(after, filter);
    const where = conditions.map(({ sql }) => sql).join(" AND ");
    const values = conditions.flatMap((condition) => condition.values);
    const rows = db
      .query<StoredAuditRow, Value[]>(
        `SELECT seq, at, actor, action, profile_id AS profileId, subject, detail FROM audit
         WHERE ${where} ORDER BY at DESC, seq DESC LIMIT +?`,
      )
      .all(...values, limit);
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditRow["detail"] }));
  }
}

/** After every entry. */
const BEGINNING = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Each of them has an index that ends in `at, seq`: a page is read in its order, however long the log is. */
function conditionsOf(after: AuditPlace | null, filter: AuditFilter): Condition[] {
  const { who, action, profileId, subject, from, to } = filter;
  const one = (sql: string, value: Value | undefined) =>
    value === undefined ? [] : [{ sql, values: [value] }];
  // `+?`: see due.ts.
  return [
    ...one("subject = +?", subject),
    ...one("who = +?", who),
    ...one("profile_id = +?", profileId),
    ...one("thing = +?", action?.split(".")[0]),
    ...one("+action = +?", action?.includes(".") ? action : undefined),
    ...one("at >= +?", from),
    ...one("at < +?", to),
    { sql: "(at, seq) < (+?, +?)", values: after === null ? BEGINNING : [after.at, after.seq] },
  ];
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
