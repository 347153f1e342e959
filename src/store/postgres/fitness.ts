// Refuses a PostgreSQL server that Crier can't use.
import { OperatorError } from "../../errors.ts";
import type { Session } from "./pool.ts";

const OLDEST_SERVER = 15;

/** @throws OperatorError, which ends a sentence about the database */
export async function refuseUnfit(session: Session): Promise<void> {
  const server = await session.get<{ version: number; standby: number }>(
    `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery()::int AS standby`,
  );
  const version = Math.floor((server?.version ?? 0) / 10_000);
  if (version < OLDEST_SERVER)
    throw new OperatorError(`the server is PostgreSQL ${version}; ${OLDEST_SERVER} or newer is needed`);
  if (server?.standby === 1)
    throw new OperatorError("the server is a standby, which can't be written. Name the primary");
}
