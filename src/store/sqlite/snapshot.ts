// Copies the database while a server is running, and inspects copies without changing a byte.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../errors.ts";
import type { StoreCopy } from "../../domain/store/files.ts";
import { withStoreErrors } from "./faults.ts";
import { DATABASE_FILE, openImmutable } from "./files.ts";
import { MIGRATIONS } from "./migrations.ts";
import { closedIn, CLOSES_SINCE } from "./move/closing.ts";
import { refuseClosed } from "../rows/closed-store.ts";

/** What this program writes. */
export const SCHEMA = MIGRATIONS.length;
/** The schema in which a copy can say that it is one. */
const MARKED_SINCE = 6;
const BUSY_TIMEOUT_MS = 10_000;
/** Without SQLite's own and the search index's: those follow from the others. */
const TABLES = `SELECT name AS text FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'post_search%' ORDER BY name`;

/**
 * Copies the database of a data folder into a new file, as it is at one moment. Reads only; a server that runs goes on.
 * The copy knows the moment up to which it is true.
 * @param takenAt now, ms since 1970: everything that is on disk by then is in the copy
 * @throws OperatorError when there is no database of Crier
 */
export function takeSnapshot(folder: string, to: string, takenAt: number): void {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) throw new OperatorError(`No Crier database in ${folder}.`);
  using source = new Database(path, { readonly: true, strict: true });
  source.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (schemaOf(source) === 0) throw new OperatorError(`No Crier database in ${folder}.`);
  if (schemaOf(source) >= CLOSES_SINCE) refuseClosed(closedIn(source), `the data folder ${folder}`);
  source.query("VACUUM INTO ?").run(to);
  using copy = new Database(to, { readwrite: true, strict: true });
  if (schemaOf(copy) >= MARKED_SINCE) copy.query("UPDATE workspace SET backup_at = ?").run(takenAt);
}

/** Opens a copy without leaving a trace beside it. Throws when it is no database. */
export function openSnapshot(path: string): StoreCopy {
  const db = openImmutable(path);
  const all = withStoreErrors(<Row>(sql: string, ...values: number[]) =>
    db.query<Row, number[]>(sql).all(...values),
  );
  const text = (sql: string) => all<{ text: string }>(sql).map((row) => row.text);
  const count = (sql: string) =>
    Object.fromEntries(all<{ name: string; n: number }>(sql).map(({ name, n }) => [name, n]));
  // Copies from before media could be deleted have all of it.
  const condition = text("SELECT name AS text FROM pragma_table_info('media')").includes("deleted_at")
    ? "WHERE deleted_at IS NULL"
    : "";
  return {
    schema: schemaOf(db),
    get secretKid() {
      return text("SELECT secret_kid AS text FROM workspace WHERE secret_kid IS NOT NULL")[0] ?? null;
    },
    rows: () =>
      count(
        text(TABLES)
          .map((name) => `SELECT ${quote(name, "'")} AS name, count(*) AS n FROM ${quote(name, '"')}`)
          .join(" UNION ALL "),
      ),
    targets: () => count("SELECT state AS name, count(*) AS n FROM target GROUP BY state ORDER BY state"),
    media: () =>
      all<{ sha256: string; size: number }>(
        `SELECT DISTINCT sha256, size FROM media ${condition} ORDER BY sha256`,
      ),
    faults() {
      const integrity = text("SELECT integrity_check AS text FROM pragma_integrity_check LIMIT 20");
      const orphans = text(
        `SELECT 'a row of ' || "table" || ' points to a row of ' || parent || ' that is not there' AS text
         FROM pragma_foreign_key_check LIMIT 20`,
      );
      return [...integrity.filter((line) => line !== "ok"), ...orphans];
    },
    somePosts: (count) =>
      all<{ id: string; profileId: string }>(
        "SELECT id, profile_id AS profileId FROM post ORDER BY random() LIMIT ?",
        count,
      ),
    [Symbol.dispose]: () => db.close(),
  };
}

/** A name from a file that anybody may have written, as SQL takes it. */
function quote(name: string, mark: "'" | '"'): string {
  return mark + name.replaceAll(mark, mark + mark) + mark;
}

function schemaOf(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}
