// Looks at a PostgreSQL server and the Crier in it, for `crier doctor`. Changes nothing.
import { systemClock } from "../../clock.ts";
import { messageOf } from "../../errors.ts";
import type { CrierCheckup, Replication, ServerCheckup } from "../../domain/store/server-checkup.ts";
import { openAccess } from "./access.ts";
import { refuseUnfit } from "./fitness.ts";
import { refuseOtherVersion, SCHEMA, versionOf } from "./migrations.ts";
import { closedIn } from "./move/closing.ts";
import { activeNodes, SERVER_NOW } from "./nodes.ts";
import { openPool, type Session, type SessionPool } from "./pool.ts";

/** Enough that something which gives each statement any free session gives them another one. */
const LOOKS = 4;

/** @param url postgres://… Throws when the server can't be reached */
export async function checkUpServer(url: string): Promise<ServerCheckup> {
  await using pool = openPool({ url, name: "crier doctor", sessions: 3 });
  const [version, keepsSessions, clockAheadMs, replication] = [
    await pool.use((session) =>
      session.get<{ version: string }>("SELECT current_setting('server_version') AS version"),
    ),
    await doSessionsStay(pool),
    await pool.use((session) => clockAhead(session)),
    await pool.use((session) => replicationOf(session)),
  ];
  const fault = await pool.use(faultOf);
  const isBegun = fault === null && (await pool.use(versionOf)) > 0;
  const other = isBegun ? await pool.use((session) => refusal(() => refuseOtherVersion(session))) : null;
  return {
    version: version?.version ?? "unknown",
    fault: fault ?? other,
    keepsSessions,
    clockAheadMs,
    replication,
    crier: isBegun && other === null ? await crierIn(pool) : null,
  };
}

const faultOf = (session: Session) => refusal(() => refuseUnfit(session));

async function refusal(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Two sessions take turns: each must find itself every time, and never in the other's place. */
async function doSessionsStay(pool: SessionPool): Promise<boolean> {
  return await pool.use(
    async (one) =>
      await pool.use(async (two) => {
        const [first, second] = [new Set<number>(), new Set<number>()];
        for (let look = 0; look < LOOKS; look++) {
          first.add(await backend(one));
          second.add(await backend(two));
        }
        return first.size === 1 && second.size === 1 && first.isDisjointFrom(second);
      }),
  );
}

async function backend(session: Session): Promise<number> {
  return (await session.get<{ pid: number }>("SELECT pg_backend_pid() AS pid"))?.pid ?? 0;
}

/** The answer is from the middle of the time that it took. */
async function clockAhead(session: Session): Promise<number> {
  const start = systemClock.now();
  const row = await session.get<{ now: number }>(`SELECT ${SERVER_NOW} AS now`);
  return Math.round((row?.now ?? start) - (start + systemClock.now()) / 2);
}

async function replicationOf(session: Session): Promise<Replication> {
  const row = await session.get<{ names: string; durable: number; standbys: number | null }>(
    `SELECT current_setting('synchronous_standby_names') AS names,
       (current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off')::int AS durable,
       CASE WHEN pg_has_role('pg_monitor', 'usage')
         THEN (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming') END AS standbys`,
  );
  return { synchronous: row?.names ?? "", isDurable: row?.durable === 1, standbys: row?.standbys ?? null };
}

async function crierIn(pool: SessionPool): Promise<CrierCheckup> {
  const access = openAccess(pool, async () => {});
  const row = await access.db.get<Omit<CrierCheckup, "closed" | "nodes" | "schema">>(
    `SELECT pg_database_size(current_database()) AS bytes, (SELECT secret_kid FROM workspace) AS "secretKid",
       (SELECT count(*) FROM webhook WHERE paused_reason IN ('failing', 'gone') AND deleted_at IS NULL) AS "pausedWebhooks",
       (SELECT count(*) FROM account WHERE simulated = 1 AND status <> 'disconnected') AS "simulatedAccounts",
       (SELECT at FROM event ORDER BY seq DESC LIMIT 1) AS newest`,
  );
  return {
    ...(row ?? { bytes: 0, secretKid: null, pausedWebhooks: 0, simulatedAccounts: 0, newest: null }),
    schema: SCHEMA,
    closed: await pool.use(closedIn),
    nodes: await activeNodes(access.db),
  };
}
