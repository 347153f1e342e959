// Table audit: who did what and when; append-only.
import type { AuditEntry, AuditRow } from "../../domain/audit.ts";
import type { Audit, AuditFilter, AuditPlace } from "../../domain/store/audit.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";
import { jsonOf, type Values } from "./statements.ts";

type StoredAuditRow = Omit<AuditRow, "detail"> & { readonly detail: string };

const INSERT = `INSERT INTO audit (at, actor, action, profile_id, subject, detail)
  SELECT at, actor, action, profile_id, subject, detail::json
  FROM unnest($at::bigint[], $actor::text[], $action::text[], $profileId::text[], $subject::text[], $detail::text[])
    WITH ORDINALITY AS entry (at, actor, action, profile_id, subject, detail, n) ORDER BY n`;

export function openAudit({ db, writeLocked }: Access): Audit {
  return {
    add: (entry) => writeLocked(async ({ records }) => records.audit(entry)),
    async page(limit, after, filter = {}) {
      const { sql, values } = conditionsOf(after, filter);
      const rows = await db.all<StoredAuditRow>(
        `SELECT seq, at, actor, action, profile_id AS "profileId", subject, detail FROM audit
         WHERE ${sql.join(" AND ")} ORDER BY at DESC, seq DESC LIMIT $limit`,
        { ...values, limit },
      );
      return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditRow["detail"] }));
    },
  };
}

/** Each of them has an index that ends in `at, seq`: a page is read in its order, however long the log is. */
function conditionsOf(
  after: AuditPlace | null,
  { who, action, profileId, subject, from, to }: AuditFilter,
): { readonly sql: readonly string[]; readonly values: Values } {
  const place = after ?? { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };
  const values: Record<string, string | number> = { ...place };
  const sql = ["(at, seq) < ($at, $seq)"];
  add("subject", subject, "subject = $subject");
  add("who", who, "who = $who");
  add("profile", profileId, "profile_id = $profile");
  add("thing", action?.split(".")[0], "thing = $thing");
  add("action", action?.includes(".") ? action : undefined, "action = $action");
  add("from", from, "at >= $from");
  add("to", to, "at < $to");
  return { sql, values };

  function add(name: string, value: string | number | undefined, condition: string): void {
    if (value === undefined) return;
    values[name] = value;
    sql.push(condition);
  }
}

/** Appends entries, in this order. The caller has locked the numbers. */
export async function appendAudit(db: Connection, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const list = <T>(of: (entry: AuditEntry) => T) => entries.map(of);
  await db.run(INSERT, {
    at: list(({ at }) => at),
    actor: list(({ actor }) => actor),
    action: list(({ action }) => action),
    profileId: list(({ profileId }) => profileId),
    subject: list(({ subject }) => subject),
    detail: list(({ detail }) => jsonOf(detail)),
  });
}
