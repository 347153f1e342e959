// A PostgreSQL server of its own for tests, in a folder that goes away, where the machine has PostgreSQL.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSecretKey } from "../../auth/secret-key.ts";
import { migrate } from "../../store/postgres/migrations.ts";
import { openPool, type SessionPool } from "../../store/postgres/pool.ts";
import { freePort } from "./free-port.ts";

/** How a server ends: told to end at once; killed; or one of its own processes is, whereupon it restarts by itself. */
export const CRASHES = ["immediate", "kill", "session"] as const;
export type Crash = (typeof CRASHES)[number];

export interface PostgresServer extends AsyncDisposable {
  /** As CRIER_TEST_POSTGRES names it: without a database. */
  readonly url: string;
  /** Resolves when it answers again. */
  crash(how: Crash): Promise<void>;
  /** A new database with the schema of today, or a copy of another one that nobody uses now. @returns its URL */
  database(copied?: string): Promise<string>;
  /** The same database each time, emptied: quicker than making a new one. @returns its URL */
  emptyDatabase(): Promise<string>;
  /** Deletes a database, also while somebody is connected to it. */
  drop(unused: string): Promise<void>;
}

const INSTALLED = "/usr/lib/postgresql";

/** What it shares among its processes is in its folder, and goes away with it, also when it is killed. */
export const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 1000
dynamic_shared_memory_type = mmap
`;
/** Nothing has to survive a power cut. */
export const FLEETING = `
fsync = off
full_page_writes = off
`;

/** The folder of PostgreSQL's programs; null where it is not installed. */
export const postgresPrograms: string | null = (() => {
  const [newest] = existsSync(INSTALLED)
    ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a))
    : [];
  if (newest !== undefined) return join(INSTALLED, newest, "bin");
  const found = Bun.which("initdb");
  return found === null ? null : join(found, "..");
})();

/**
 * A world's data is on a PostgreSQL server. Left out then are tests of what only a data folder has: the bytes of its database,
 * copies of it (backups and what is restored from them), SQLite's index for searching, media on the disk beside the command
 * line, and waits that follow the clock of the only process.
 */
export const onPostgres = Boolean(process.env["CRIER_TEST_POSTGRES"]);

/**
 * A new database for tests that run on either store: on the server that CRIER_TEST_POSTGRES names, whose database `template`
 * has the schema of today. @returns null where they run on SQLite
 */
export async function testDatabase(): Promise<({ readonly url: string } & AsyncDisposable) | null> {
  const { CRIER_TEST_POSTGRES: server } = process.env;
  if (!server) return null;
  const name = `world_${crypto.randomUUID().replaceAll("-", "")}`;
  await inDatabase(`${server}/postgres`, `CREATE DATABASE ${name} TEMPLATE template`);
  return {
    url: `${server}/${name}`,
    [Symbol.asyncDispose]: () => inDatabase(`${server}/postgres`, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** With which the command line gets to a world's database. @param folder of the world */
export const serverSettings = (database: string, folder: string, url: string): Record<string, string> => ({
  CRIER_DATABASE: database,
  CRIER_URL: url,
  CRIER_SECRET_KEY: readSecretKey(null, folder)?.key ?? "",
  // Has to be named; the files of a world are in its folder all the same.
  ...{ CRIER_S3_BUCKET: "crier", CRIER_S3_ENDPOINT: "http://127.0.0.1:9" },
  ...{ CRIER_S3_ACCESS_KEY: "k", CRIER_S3_SECRET_KEY: "s" },
});

/** @param isDurable what it has committed is on the disk. @throws Error where PostgreSQL is not installed */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  if (postgresPrograms === null) throw new Error("PostgreSQL is not installed");
  const folder = mkdtempSync(join(tmpdir(), "crier-postgres-"));
  const data = join(folder, "data");
  const user = await ordinaryUser(folder);
  // Letters beyond ASCII have their case there, as on most servers.
  const options = "-A trust -U crier -E UTF8 --no-sync --locale=C --lc-ctype=C.UTF-8".split(" ");
  await run([join(postgresPrograms, "initdb"), "-D", data, ...options], user);
  appendFileSync(join(data, "postgresql.conf"), isDurable ? SETTINGS : SETTINGS + FLEETING);
  const command = [...user, join(postgresPrograms, "postgres"), "-D", data];
  const { server: first, port } = await serve(command, folder);
  let server = first;
  const url = `postgres://crier@127.0.0.1:${port}`;
  const urlOf = (name: string) => `${url}/${name}`;
  await inDatabase(urlOf("postgres"), "CREATE DATABASE template");
  {
    await using pool = openPool({ url: urlOf("template"), name: "template", sessions: 1 });
    await migrate(pool, { begin: true, upgrade: true });
  }
  let count = 0;
  const database = async (copied = urlOf("template")) => {
    const name = `test_${++count}`;
    const template = new URL(copied).pathname.slice(1);
    await inDatabase(urlOf("postgres"), `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return urlOf(name);
  };
  let reused: { readonly url: string; readonly pool: SessionPool } | null = null;
  return {
    url,
    database,
    async emptyDatabase() {
      if (reused === null) {
        const place = await database();
        reused = { url: place, pool: openPool({ url: place, name: "test", sessions: 1 }) };
        await reused.pool.use((session) => session.script(KEEP_FIRST_ROWS));
      } else await reused.pool.use((session) => session.script(EMPTY));
      return reused.url;
    },
    drop: (unused) =>
      inDatabase(urlOf("postgres"), `DROP DATABASE ${new URL(unused).pathname.slice(1)} WITH (FORCE)`),
    async crash(how) {
      if (how === "session") {
        await killSession(urlOf("postgres"));
      } else {
        server.kill(how === "kill" ? "SIGKILL" : "SIGQUIT");
        await server.exited;
        server = await restart(command, folder, port);
      }
      await isReady(urlOf("postgres"), server);
    },
    async [Symbol.asyncDispose]() {
      await reused?.pool[Symbol.asyncDispose]();
      // A quick end: sessions of tests that failed may still be open.
      server.kill("SIGQUIT");
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The rows that a new database already has, kept for `EMPTY`. */
const KEEP_FIRST_ROWS = `
CREATE SCHEMA first_rows;
CREATE TABLE first_rows.workspace AS TABLE workspace`;
const EMPTY = `
SET session_replication_role = replica;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(name, 1, false);
  END LOOP;
END $$;
INSERT INTO workspace SELECT * FROM first_rows.workspace`;

/** PostgreSQL refuses to run as root. @returns how a command is begun as somebody else; nothing where that is not needed */
export async function ordinaryUser(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const nobody = 65534;
  await chown(folder, nobody, nobody);
  // The server has to end when the test that started it is killed.
  return ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--pdeathsig=QUIT"];
}

/** On a port that nobody else takes in between. @throws Error when it does not start on several */
export async function serve(command: readonly string[], folder: string) {
  for (let tries = 1; ; tries++) {
    const port = freePort();
    const server = spawn(command, folder, port);
    if (await isReady(`postgres://crier@127.0.0.1:${port}/postgres`, server)) return { server, port };
    if (tries === MOST_TRIES)
      throw new Error(`PostgreSQL does not start: ${await Bun.file(join(folder, "log")).text()}`);
  }
}
const MOST_TRIES = 5;

/** Processes of one that was killed may be there a little longer than it, and no other one starts beside them. */
async function restart(command: readonly string[], folder: string, port: number): Promise<Bun.Subprocess> {
  for (let tries = 1; ; tries++) {
    const server = spawn(command, folder, port);
    if (await isReady(`postgres://crier@127.0.0.1:${port}/postgres`, server)) return server;
    if (tries === MOST_RESTARTS)
      throw new Error(`PostgreSQL does not start again: ${await Bun.file(join(folder, "log")).text()}`);
    await Bun.sleep(100);
  }
}
const MOST_RESTARTS = 100;

function spawn(command: readonly string[], folder: string, port: number): Bun.Subprocess {
  const stderr = Bun.file(join(folder, "log"));
  return Bun.spawn([...command, "-p", String(port)], { stdout: "ignore", stderr, cwd: folder });
}

/** Kills the process of the session that asks. */
async function killSession(url: string): Promise<void> {
  await using pool = openPool({ url, name: "test", sessions: 1 });
  const killed = pool.use(async (session) => {
    process.kill(session.processId, "SIGKILL");
    await session.get("SELECT pg_sleep(10)");
  });
  await killed.catch(() => {});
}

export async function run(command: readonly string[], user: readonly string[]): Promise<void> {
  const child = Bun.spawn([...user, ...command], { stdout: "ignore", stderr: "pipe" });
  const errors = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${errors}`);
}

/** False when the server has ended. */
async function isReady(url: string, server: Bun.Subprocess): Promise<boolean> {
  while (server.exitCode === null) {
    const answers = await inDatabase(url, "SELECT 1").then(
      () => true,
      () => false,
    );
    if (answers) return server.exitCode === null;
  }
  return false;
}

export async function inDatabase(url: string, command: string): Promise<void> {
  await using pool = openPool({ url, name: "test", sessions: 1 });
  await pool.use(async (session) => await session.command(command));
}
