// Two PostgreSQL servers, of which the second copies the first and can take its place, behind addresses that lead to either.
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../store/postgres/pool.ts";
import { FLEETING, postgresPrograms, run, serve, SETTINGS, ordinaryUser } from "./postgres.ts";
import { openSwitch } from "./tcp-switch.ts";
import { waitUntil } from "./wait-until.ts";

export interface PostgresPair extends AsyncDisposable {
  /** Of an empty database, on whichever server is the first now. */
  readonly url: string;
  /** The same, until `split`: then on the second server. */
  readonly otherUrl: string;
  /** Waits until the second server has everything that the first one has. */
  catchUp(): Promise<void>;
  /** Nothing reaches the other servers any more. */
  separate(): void;
  /** It does again. */
  join(): void;
  /** The first server dies at once, and the second one takes its place. */
  failOver(): Promise<void>;
  /** The second server takes the first one's place, which lives on, and nothing gets from one to the other. */
  split(): Promise<void>;
}

/** @param synchronous commits wait until the second server has them; a third one lets it do the same once it is the first */
export async function startPostgresPair(synchronous: boolean): Promise<PostgresPair> {
  if (postgresPrograms === null) throw new Error("PostgreSQL is not installed");
  const programs = postgresPrograms;
  const folder = mkdtempSync(join(tmpdir(), "crier-pair-"));
  const user = await ordinaryUser(folder);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const begin = async (name: string) => {
    const server = await serve([...user, join(programs, "postgres"), "-D", join(folder, name)], folder);
    cleanup.defer(async () => {
      server.server.kill("SIGQUIT");
      await server.server.exited;
    });
    return server;
  };
  const standby = async (name: string, of: number) => {
    const copying = cleanup.use(await openSwitch(of));
    const source = `host=127.0.0.1 port=${copying.port} user=crier application_name=${name}`;
    const args = ["-D", join(folder, name), "-R", "-c", "fast", "-d", source, "--no-sync"];
    await run([join(programs, "pg_basebackup"), ...args], user);
    return { ...(await begin(name)), copying };
  };
  const options = ["-A", "trust", "-U", "crier", "-E", "UTF8", "--no-sync"];
  await run([join(programs, "initdb"), "-D", join(folder, "first"), ...options], user);
  appendFileSync(join(folder, "first", "postgresql.conf"), SETTINGS + FLEETING);
  const first = await begin("first");
  const second = await standby("second", first.port);
  const third = synchronous ? await standby("third", first.port) : null;
  const others = [second, ...(third ? [third] : [])];
  const leading = cleanup.use(await openSwitch(first.port));
  const other = cleanup.use(await openSwitch(first.port));
  if (third) await waitFor(first.port, "FIRST 1 (second, third)");
  const opened = cleanup.move();
  /** Whether the second server is the first one now. */
  let leads = false;
  /** Whether the second server lacks something on purpose. */
  let wasSeparate = false;
  return {
    url: at(leading.port),
    otherUrl: at(other.port),
    catchUp,
    separate,
    join() {
      for (const { copying } of others) copying.lead(first.port);
    },
    async failOver() {
      await letSecondLead();
      for (const each of [leading, other]) each.close();
      first.server.kill("SIGKILL");
      await first.server.exited;
      await promote();
      for (const each of [leading, other]) each.lead(second.port);
    },
    async split() {
      await letSecondLead();
      separate();
      other.close();
      await promote();
      other.lead(second.port);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };

  async function catchUp(): Promise<void> {
    const last = (await ask<{ at: string }>(first.port, "SELECT pg_current_wal_lsn()::text AS at"))?.at;
    await waitUntil(async () => {
      const sql = `SELECT (pg_last_wal_replay_lsn() >= '${last}')::int AS done`;
      return (await ask<{ done: number }>(second.port, sql))?.done === 1;
    });
  }

  /** Stops the third server from getting ahead of the second, which it could then never follow. */
  async function letSecondLead(): Promise<void> {
    if (!third || leads || wasSeparate) return;
    third.copying.close();
    await catchUp();
  }

  function separate(): void {
    wasSeparate = true;
    for (const { copying } of others) copying.close();
  }

  async function promote(): Promise<void> {
    leads = true;
    await ask(second.port, "SELECT pg_promote(true) WHERE pg_is_in_recovery()");
    third?.copying.lead(second.port);
    if (third) await waitFor(second.port, "ANY 1 (third)");
  }
}

const at = (port: number) => `postgres://crier@127.0.0.1:${port}/postgres`;

/** From now on commits wait for these standbys. */
async function waitFor(port: number, standbys: string): Promise<void> {
  await ask(port, `ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
  await ask(port, "SELECT pg_reload_conf()");
}

async function ask<Row>(port: number, sql: string): Promise<Row | null> {
  await using pool = openPool({ url: at(port), name: "pair", sessions: 1 });
  return await pool.use((session) => session.get<Row>(sql));
}
