// Connections to a PostgreSQL server, opened when they are needed and kept for the next one.
import { DatabaseError, Pool, types, type PoolClient } from "pg";
import { fairGate } from "../../fair-gate.ts";
import { openStatements, type Values } from "./statements.ts";

/** Runs statements, one after the other, each as it is called. */
export interface Connection {
  all<Row>(sql: string, values?: Values): Promise<Row[]>;
  /** The same for a query whose best plan depends on its values, as that of a list with filters does: planned each time. */
  list<Row>(sql: string, values?: Values): Promise<Row[]>;
  /** The first row; null when there is none. */
  get<Row>(sql: string, values?: Values): Promise<Row | null>;
  /** @returns how many rows it changed */
  run(sql: string, values?: Values): Promise<number>;
}

export interface Session extends Connection {
  /** What the server calls the session. */
  readonly processId: number;
  /** Several statements without parameters at once. @returns the rows of the last one */
  script<Row>(sql: string): Promise<Row[]>;
  /** @returns the command that the server carried out, such as COMMIT */
  command(sql: string): Promise<string>;
  /** What the server warned of since the last call; null: nothing. */
  warning(): string | null;
}

export interface SessionPool extends AsyncDisposable {
  /** Lends a session. One that is not known to be in order afterwards is closed. @throws what `act` throws, and where none can be had */
  use<T>(act: (session: Session) => Promise<T>): Promise<T>;
}

export interface PoolSettings {
  /** postgres://… */
  readonly url: string;
  /** How the server's list of sessions names this process. */
  readonly name: string;
  readonly sessions: number;
  /** How long a statement may take, and a transaction may be idle, ms. Default: as long as a request can wait. */
  readonly timeoutMs?: number;
}

/** SQLSTATE of warnings. */
const WARNING = "01000";
const QUERY_TIMEOUT_MS = 10_000;
/** A server that is busy takes its time; one that is down refuses at once. */
const CONNECT_TIMEOUT_MS = 10_000;

export function openPool({ url, name, sessions, timeoutMs = QUERY_TIMEOUT_MS }: PoolSettings): SessionPool {
  const statementOf = openStatements();
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max: sessions,
    keepAlive: true,
    // The server ends what we no longer wait for, and a transaction that its process forgot.
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: (oid, format) => PARSERS[oid] ?? types.getTypeParser(oid, format) },
  });
  // A session that breaks: who uses it hears of it from the query under way, and who asks next gets another.
  pool.on("error", () => {});
  const warnings = new WeakMap<PoolClient, string>();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    client.on("notice", ({ code, message }) => {
      if (code === WARNING) warnings.set(client, message ?? "");
    });
  });
  const closing = new AbortController();
  let ended: Promise<void> | null = null;
  // Callers wait here for a session, where no timeout runs.
  const gate = fairGate(sessions, closing.signal);
  return {
    use: (act) => gate("", () => lend(act)),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await (ended ??= pool.end());
    },
  };

  async function lend<T>(act: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isInOrder = false;
    try {
      const value = await act(sessionOn(client));
      isInOrder = true;
      return value;
    } catch (error) {
      // What the server itself refused leaves the session as it was.
      isInOrder = error instanceof DatabaseError;
      throw error;
    } finally {
      client.release(!isInOrder);
    }
  }

  function sessionOn(client: PoolClient): Session {
    const query = async (sql: string, values: Values = {}) =>
      await client.query<Record<string, unknown>>(statementOf(sql, values));
    return {
      processId: "processID" in client ? Number(client.processID) : 0,
      all: async <Row>(sql: string, values?: Values) => (await query(sql, values)).rows as Row[],
      async list<Row>(sql: string, values: Values = {}) {
        const { name: _, ...statement } = statementOf(sql, values);
        return (await client.query<Record<string, unknown>>(statement)).rows as Row[];
      },
      get: async <Row>(sql: string, values?: Values) =>
        ((await query(sql, values)).rows[0] as Row | undefined) ?? null,
      run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
      async script<Row>(sql: string) {
        const results = [await client.query(sql)].flat();
        return (results.at(-1)?.rows ?? []) as Row[];
      },
      command: async (sql) => (await client.query(sql)).command,
      warning() {
        const warning = warnings.get(client) ?? null;
        warnings.delete(client);
        return warning;
      },
    };
  }
}

/** By the types' numbers in pg_type. Rows are as SQLite's: whole numbers are numbers, JSON is text, bytes are bytes. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (bool) => Number(bool === "t"),
  17: (bytea) => new Uint8Array(Buffer.from(bytea.slice(2), "hex")),
  20: Number,
  114: (json) => json,
  1700: Number,
  3802: (jsonb) => jsonb,
};
