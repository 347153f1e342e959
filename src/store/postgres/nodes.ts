// Table node: the processes that deliver, each as long as its lease lasts by the server's clock.
import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { RunningServer } from "../../domain/store/files.ts";
import type { ActiveNode, Nodes } from "../../domain/store/nodes.ts";
import { TIMELINE, type Access } from "./access.ts";
import type { Connection } from "./pool.ts";

/** How long a process may be silent before others have its attempts. */
export const LEASE_MS = 15_000;
/** Ended ones are kept for this long, for people who look into what happened. */
const KEPT_MS = 7 * 86_400_000;

/** By the server's clock, ms since 1970. */
export const SERVER_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * A condition: this process delivers, its lease is not over, and the server's history is the one that is delivered from
 * (high-water.ts).
 */
export const LEASED = `EXISTS (SELECT 1 FROM node WHERE node.id = $node::text AND ended = 0 AND lease_until > ${SERVER_NOW})
  AND EXISTS (SELECT 1 FROM workspace WHERE timeline = ${TIMELINE})`;

/** Which node this process is; it has no attempts before it joins. */
export interface OwnNode {
  readonly id: () => string | null;
}

export function openNodes({ db }: Access, clock: Clock, leaseMs: number): Nodes & OwnNode {
  let own: { readonly id: string; readonly name: string } | null = null;
  let announced: RunningServer | null = null;
  let renewedAt = 0;
  let count = 1;
  let offset = 0;
  return {
    leaseMs,
    id: () => own?.id ?? null,
    join,
    async renewLease() {
      if (!own) return false;
      await endExpired();
      const start = clock.monotonic();
      const isAlive = await db.run(
        `UPDATE node SET lease_until = ${SERVER_NOW} + $leaseMs::bigint WHERE id = $id AND ended = 0`,
        { id: own.id, leaseMs },
      );
      await look();
      if (isAlive > 0) renewedAt = start;
      if (isAlive > 0) return true;
      // What it had has been taken over: as another one it gives nothing back.
      await join(own.name);
      return false;
    },
    async leave() {
      // Whatever it sent has its outcome: nobody need wait for it.
      const sql = `UPDATE node SET ended = 1, lease_until = ${SERVER_NOW} - $leaseMs::bigint WHERE id = $id`;
      if (own) await db.run(sql, { id: own.id, leaseMs });
      own = null;
    },
    async announce(server) {
      announced = server;
      if (!own) return;
      const values = { id: own.id, server: server && JSON.stringify(server) };
      await db.run("UPDATE node SET server = $server WHERE id = $id", values);
    },
    active: () => activeNodes(db),
    leaseLeft: () => own && Math.max(0, renewedAt + leaseMs - clock.monotonic()),
    clockOffset: () => offset,
    count: () => count,
    async isLeader() {
      const oldest = await db.get<{ id: string }>(
        `SELECT id FROM node WHERE ended = 0 AND lease_until > ${SERVER_NOW} ORDER BY started_at, id LIMIT 1`,
      );
      return own !== null && oldest?.id === own.id;
    },
    sender: ({ id, attempt }) =>
      db.get(
        `SELECT node.name, node.started_at AS since
         FROM target JOIN attempt ON target_id = target.id AND n = target.attempt JOIN node ON node.id = attempt.node
         WHERE target.id = $id AND target.attempt = $attempt AND state = 'uncertain' AND failure ->> 'code' = 'interrupted'
           AND (lease_until > ${SERVER_NOW} - $leaseMs::bigint
             OR EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = node.session))`,
        { id, attempt, leaseMs },
      ),
  };

  async function join(name: string): Promise<void> {
    const id = randomUUID();
    const start = clock.monotonic();
    // A new database has no history yet.
    await db.run(`UPDATE workspace SET timeline = ${TIMELINE} WHERE timeline IS NULL`);
    await db.run(`DELETE FROM node WHERE ended = 1 AND lease_until < ${SERVER_NOW} - ${KEPT_MS}`);
    await db.run(
      `INSERT INTO node (id, name, started_at, lease_until, ended, session, server)
       VALUES ($id, $name, ${SERVER_NOW}, ${SERVER_NOW} + $leaseMs::bigint, 0, current_setting('application_name'), $server)`,
      { id, name, leaseMs, server: announced && JSON.stringify(announced) },
    );
    own = { id, name };
    renewedAt = start;
    await look();
  }

  /** At the others, and at the server's clock. */
  async function look(): Promise<void> {
    const start = clock.now();
    const row = await db.get<{ count: number; now: number }>(
      `SELECT count(*) AS count, ${SERVER_NOW} AS now FROM node WHERE ended = 0 AND lease_until > ${SERVER_NOW}`,
    );
    if (!row) return;
    count = Math.max(1, row.count);
    // Some time between the question and the answer.
    offset = Math.min(Math.max(row.now, start), clock.now()) - row.now;
  }

  /** Their attempts are free from then on. */
  async function endExpired(): Promise<void> {
    await db.run(`UPDATE node SET ended = 1 WHERE ended = 0 AND lease_until <= ${SERVER_NOW}`);
  }
}

/** Those with a lease, oldest first. */
export async function activeNodes(db: Connection): Promise<ActiveNode[]> {
  const rows = await db.all<Omit<ActiveNode, "server"> & { readonly server: string | null }>(
    `SELECT id, name, started_at AS since, server FROM node
     WHERE ended = 0 AND lease_until > ${SERVER_NOW} ORDER BY started_at, id`,
  );
  return rows.map(({ server, ...node }) => ({
    ...node,
    server: server === null ? null : (JSON.parse(server) as RunningServer),
  }));
}
