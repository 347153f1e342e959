// The schema's history in PostgreSQL, oldest first, and what brings a database up to date.
import type { Session, SessionPool } from "./pool.ts";
import schema from "./migrations/001_schema.sql" with { type: "text" };

const MIGRATIONS = [schema];

/** Processes that start together take turns: this number is the lock's. */
const LOCK = 0x63726965;

/**
 * Brings a database up to date, each migration in a transaction of its own.
 * @throws Error when the database is of a newer program
 */
export async function migrate(pool: SessionPool): Promise<void> {
  while (await pool.use((session) => migrateOnce(session)));
}

/** @returns whether there was something to do */
async function migrateOnce(session: Session): Promise<boolean> {
  await session.command("BEGIN");
  try {
    // A table that is in use is waited for only so long: what waits for it holds up everything else.
    await session.command("SET LOCAL lock_timeout = '2s'");
    await session.run("SELECT pg_advisory_xact_lock($lock)", { lock: LOCK });
    await session.command("CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)");
    const found = await session.get<{ version: number }>("SELECT version FROM schema_version");
    const version = found?.version ?? 0;
    if (version > MIGRATIONS.length) throw new Error(`the database has schema ${version}`);
    const migration = MIGRATIONS[version];
    if (migration !== undefined) {
      await session.script(migration);
      await session.command("DELETE FROM schema_version");
      await session.run("INSERT INTO schema_version (version) VALUES ($version::bigint)", {
        version: version + 1,
      });
    }
    await session.command("COMMIT");
    return migration !== undefined;
  } catch (error) {
    await session.command("ROLLBACK");
    throw error;
  }
}
