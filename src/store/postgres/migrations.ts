// The schema's history in PostgreSQL, oldest first, and what brings a database up to date.
import { OperatorError } from "../../errors.ts";
import type { Session, SessionPool } from "./pool.ts";
import schema from "./migrations/001_schema.sql" with { type: "text" };
import knownBackups from "./migrations/002_known_backups.sql" with { type: "text" };
import actions from "./migrations/003_actions.sql" with { type: "text" };
import backupJob from "./migrations/004_backup_job.sql" with { type: "text" };
import postContent from "./migrations/005_post_content.sql" with { type: "text" };

const MIGRATIONS = [schema, knownBackups, actions, backupJob, postContent];

/** Processes that start together take turns: this number is the lock's. */
const LOCK = 0x63726965;

/** What may be done to a database that is not as this program needs it. */
export interface MayChange {
  /** Begin an empty one. */
  readonly begin: boolean;
  /** Bring an older one up to date. */
  readonly upgrade: boolean;
}

/**
 * Brings a database up to date, each migration in a transaction of its own. Processes of the version before may still run.
 * @returns the schema that was there, 0 for an empty database
 * @throws OperatorError when the database is of another version, and may not be changed
 */
export async function migrate(pool: SessionPool, may: MayChange): Promise<number> {
  const from = await pool.use((session) => versionOf(session));
  refuseOther(from, may);
  while (await pool.use((session) => migrateOnce(session)));
  return from;
}

/** The schema that this program needs. */
export const SCHEMA = MIGRATIONS.length;

/** 0 where no Crier was begun. */
export async function versionOf(session: Session): Promise<number> {
  const table = await session.get(
    "SELECT 1 FROM pg_tables WHERE tablename = 'schema_version' AND schemaname = current_schema()",
  );
  if (!table) return 0;
  return (await session.get<{ version: number }>("SELECT version FROM schema_version"))?.version ?? 0;
}

/** @throws OperatorError where no Crier was begun, or one of another version */
export async function refuseOtherVersion(session: Session): Promise<void> {
  refuseOther(await versionOf(session), { begin: false, upgrade: false });
}

function refuseOther(version: number, may: MayChange): void {
  if (version > SCHEMA)
    throw new OperatorError(
      `it was written by a newer Crier (schema ${version}, this program knows ${SCHEMA}). Use the newer program`,
    );
  if (version === 0 && !may.begin)
    throw new OperatorError("there is no Crier in it yet. `crier serve` begins one");
  if (version > 0 && version < SCHEMA && !may.upgrade)
    throw new OperatorError(
      `it is of an older Crier (schema ${version}, this one uses ${SCHEMA}). \`crier serve\` brings it up to date`,
    );
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
