// The database of a world, beside its appliance, on either store: for rows that no route shows, and for writes that fail.
import { Database } from "bun:sqlite";
import { openPool, type SessionPool } from "../../store/postgres/pool.ts";

export interface TestDatabase extends AsyncDisposable {
  /** For another process. */
  readonly place: string;
  /** Runs one statement with named parameters (`$id`). @returns how many rows it changed */
  run(sql: Sql, values?: Values): Promise<number>;
  all<Row>(sql: Sql, values?: Values): Promise<Row[]>;
  /** The first row. */
  get<Row>(sql: Sql, values?: Values): Promise<Row | undefined>;
  /**
   * Makes writes fail until it is disposed.
   * @param what as a trigger names it, such as `INSERT ON audit` or `UPDATE OF due_at ON target`
   */
  refuse(what: string): Promise<AsyncDisposable>;
  /** Whether others are at work there; a file is asked while nothing else runs. */
  isBusy(): Promise<boolean>;
  /** Keeps every post from being written, as a stuck process would, until it is disposed. */
  lock(): Promise<AsyncDisposable>;
}

/** One text for both stores, wherever that can be. */
export type Sql = string | { readonly sqlite: string; readonly postgres: string };
type Values = Readonly<Record<string, string | number | null>>;

/** How many rows each table has. */
export async function rowCounts(database: TestDatabase): Promise<Record<string, number>> {
  const tables = await tableNames(database);
  const counts = tables.map(async (name) => {
    const row = await database.get<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`);
    return [name, row?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

export async function tableNames(database: TestDatabase): Promise<string[]> {
  const tables = await database.all<{ name: string }>({
    sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
    postgres: "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  });
  return tables.map(({ name }) => name);
}

/** @param place the path of SQLite's file, or postgres://… */
export const openTestDatabase = (place: string): TestDatabase =>
  place.startsWith("postgres://") ? onServer(place) : inFile(place);

/** It is opened for each statement, so that it may be another file after a restart. */
function inFile(path: string): TestDatabase {
  const open = (): Database => {
    const db = new Database(path, { readwrite: true, strict: true });
    db.run("PRAGMA busy_timeout = 5000");
    return db;
  };
  async function run(sql: Sql, values: Values = {}): Promise<number> {
    using db = open();
    return db.query(textOf(sql, "sqlite")).run(values).changes;
  }
  async function all<Row>(sql: Sql, values: Values = {}): Promise<Row[]> {
    using db = open();
    return db.query(textOf(sql, "sqlite")).all(values) as Row[];
  }
  return {
    place: path,
    run,
    all,
    get: async <Row>(sql: Sql, values?: Values) => (await all<Row>(sql, values))[0],
    async refuse(what) {
      await run(`CREATE TRIGGER refused BEFORE ${what} BEGIN SELECT raise(ABORT, 'refused'); END`);
      return { [Symbol.asyncDispose]: async () => void (await run("DROP TRIGGER refused")) };
    },
    isBusy: async () => false,
    async lock() {
      const db = open();
      db.run("BEGIN IMMEDIATE");
      return {
        async [Symbol.asyncDispose]() {
          db.run("ROLLBACK");
          db.close();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function onServer(url: string): TestDatabase {
  const pool = openPool({ url, name: "test", sessions: 2 });
  const run = (sql: Sql, values?: Values) =>
    pool.use((session) => session.run(textOf(sql, "postgres"), values));
  const all = <Row>(sql: Sql, values?: Values) =>
    pool.use((session) => session.all<Row>(textOf(sql, "postgres"), values));
  return {
    place: url,
    run,
    all,
    get: async <Row>(sql: Sql, values?: Values) => (await all<Row>(sql, values))[0],
    async refuse(what) {
      await pool.use((session) => session.script(REFUSAL));
      const name = what.replace(/.* /, "");
      await run(`CREATE TRIGGER refused BEFORE ${what} FOR EACH ROW EXECUTE FUNCTION refuse()`);
      return { [Symbol.asyncDispose]: async () => void (await run(`DROP TRIGGER refused ON ${name}`)) };
    },
    isBusy: async () => (await all(OTHERS_AT_WORK)).length > 0,
    lock: () => lockPosts(pool),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

const OTHERS_AT_WORK = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
  AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`;
const REFUSAL = `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'refused'; END $$`;

/** For longer than the server lets an idle transaction live. */
async function lockPosts(pool: SessionPool): Promise<AsyncDisposable> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = pool.use(async (session) => {
    await session.script(
      "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE post IN EXCLUSIVE MODE",
    );
    locked.resolve();
    await released.promise;
    await session.command("ROLLBACK");
  });
  ended.catch(locked.reject);
  await locked.promise;
  return {
    async [Symbol.asyncDispose]() {
      released.resolve();
      await ended;
    },
  };
}

function textOf(sql: Sql, store: "sqlite" | "postgres"): string {
  return typeof sql === "string" ? sql : sql[store];
}
