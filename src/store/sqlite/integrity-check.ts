// Checks the database of a data folder without changing it; works while a server is running.
import { Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { refuseOldSqlite } from "./open.ts";
import { DATABASE_FILE, openImmutable } from "./files.ts";
import { closedIn, CLOSES_SINCE } from "./move/closing.ts";
import { messageOf } from "../../errors.ts";
import type { StoreCheckup } from "../../domain/store/files.ts";

/** SQLite reads all of a database to check it: beyond this it would keep an operator waiting. */
const MAX_CHECKED_BYTES = 1 << 30;

/** The schema that brought the table. */
const WITH_WEBHOOKS = 24;
const PAUSED_WEBHOOKS =
  "SELECT count(*) AS n FROM webhook WHERE paused_reason IN ('failing', 'gone') AND deleted_at IS NULL";

/** @returns null when there is no database yet. Throws when there is one that can't be read. */
export function checkDatabase(folder: string): StoreCheckup | null {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) return null;
  using db = openUnchanged(path);
  const { size } = statSync(path);
  const number = (sql: string) => db.query<{ n: number | null }, []>(sql).get()?.n ?? null;
  const schema = number("SELECT user_version AS n FROM pragma_user_version") ?? 0;
  const check = db.query<{ text: string }, []>("SELECT quick_check AS text FROM pragma_quick_check LIMIT 20");
  return {
    schema,
    bytes: size,
    faults:
      size > MAX_CHECKED_BYTES
        ? null
        : check
            .all()
            .map(({ text }) => text)
            .filter((text) => text !== "ok"),
    closed: schema < CLOSES_SINCE ? null : closedIn(db),
    secretKid:
      db.query<{ kid: string | null }, []>("SELECT secret_kid AS kid FROM workspace").get()?.kid ?? null,
    pausedWebhooks: schema < WITH_WEBHOOKS ? 0 : (number(PAUSED_WEBHOOKS) ?? 0),
    newest: number("SELECT at AS n FROM event ORDER BY seq DESC LIMIT 1"),
  };
}

/** Without a WAL nobody writes, and the file can be read as it is: not even a lock is left beside it. */
export function openUnchanged(path: string): Database {
  if (existsSync(`${path}-wal`)) return new Database(path, { readonly: true, strict: true });
  return openImmutable(path);
}

/** The SQLite inside, and why it can't be used; null when it can. */
export function checkSqlite(): { version: string; fault: string | null } {
  using db = new Database(":memory:");
  const { version } = db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get() ?? {
    version: "unknown",
  };
  try {
    refuseOldSqlite(db);
    return { version, fault: null };
  } catch (error) {
    return { version, fault: messageOf(error) };
  }
}
