// Table node: the processes that deliver, each as long as its lease lasts by the server's clock.
import { randomUUID } from "node:crypto";
import type { RunningServer } from "../../domain/store/files.ts";
import type { ActiveNode, Nodes } from "../../domain/store/nodes.ts";
import type { Access } from "./access.ts";

/** How long a process may be silent before others have its attempts. */
export const LEASE_MS = 15_000;
/** Ended ones are kept for this long, for people who look into what happened. */
const KEPT_MS = 7 * 86_400_000;

/** By the server's clock, ms since 1970. */
export const SERVER_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** A condition: this process delivers, and its lease is not over. */
export const LEASED = `EXISTS (SELECT 1 FROM node WHERE node.id = $node::text AND ended = 0 AND lease_until > ${SERVER_NOW})`;

/** Which node this process is; it has no attempts before it joins. */
export interface OwnNode {
  readonly id: () => string | null;
}

export function openNodes({ db }: Access, leaseMs: number): Nodes & OwnNode {
  let own: { readonly id: string; readonly name: string } | null = null;
  return {
    leaseMs,
    id: () => own?.id ?? null,
    join,
    async renewLease() {
      if (!own) return false;
      await endExpired();
      const isAlive = await db.run(
        `UPDATE node SET lease_until = ${SERVER_NOW} + $leaseMs::bigint WHERE id = $id AND ended = 0`,
        { id: own.id, leaseMs },
      );
      if (isAlive > 0) return true;
      // What it had has been taken over: as another one it gives nothing back.
      await join(own.name);
      return false;
    },
    async leave() {
      if (own) await db.run("UPDATE node SET ended = 1 WHERE id = $id", { id: own.id });
      own = null;
    },
    async announce(server) {
      if (!own) return;
      const values = { id: own.id, server: server && JSON.stringify(server) };
      await db.run("UPDATE node SET server = $server WHERE id = $id", values);
    },
    async active() {
      const rows = await db.all<Omit<ActiveNode, "server"> & { readonly server: string | null }>(
        `SELECT id, name, started_at AS since, server FROM node
         WHERE ended = 0 AND lease_until > ${SERVER_NOW} ORDER BY started_at, id`,
      );
      return rows.map(({ server, ...node }) => ({
        ...node,
        server: server === null ? null : (JSON.parse(server) as RunningServer),
      }));
    },
  };

  async function join(name: string): Promise<void> {
    const id = randomUUID();
    await db.run(`DELETE FROM node WHERE ended = 1 AND lease_until < ${SERVER_NOW} - ${KEPT_MS}`);
    await db.run(
      `INSERT INTO node (id, name, started_at, lease_until, ended)
       VALUES ($id, $name, ${SERVER_NOW}, ${SERVER_NOW} + $leaseMs::bigint, 0)`,
      { id, name, leaseMs },
    );
    own = { id, name };
  }

  /** Their attempts are free from then on. */
  async function endExpired(): Promise<void> {
    await db.run(`UPDATE node SET ended = 1 WHERE ended = 0 AND lease_until <= ${SERVER_NOW}`);
  }
}
