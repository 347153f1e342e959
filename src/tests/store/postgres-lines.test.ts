// A connection that breaks at any statement of any operation: what is said to have happened has, and nothing has by halves.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { openPostgresLine, type Break } from "../support/postgres-line.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { fill, OPERATIONS } from "./operations.ts";

/** All operations, and every statement of them: takes some minutes. */
const IS_WHOLE = process.env["CRIER_EVERY_STATEMENT"] === "1";
const [EVERY_OPERATION, EVERY_STATEMENT] = IS_WHOLE ? [1, 1] : [10, 7];

describe.skipIf(postgresPrograms === null)("a connection that breaks", () => {
  let server: PostgresServer;
  let [filled, before] = ["", ""];
  beforeAll(async () => {
    server = await startPostgres();
    filled = await server.database();
    {
      await using store = await openPostgresStore({ url: filled, name: "test", sessions: 2 });
      await store.nodes.join("test");
      await fill(store);
    }
    before = await contents(filled);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  let turn = 0;
  const names = Object.keys(OPERATIONS).filter((_, n) => n % EVERY_OPERATION === 0);
  for (const name of names)
    test(name, async () => {
      const whole = await run(name, 0, "before");
      for (let statement = 1; statement <= whole.statements; statement++)
        for (const when of ["before", "after"] as const) {
          if (turn++ % EVERY_STATEMENT !== 0) continue;
          const { after, isDone } = await run(name, statement, when);
          const place = `${when} statement ${statement} of ${whole.statements}`;
          // What was not believed may have been done all the same, but never by halves.
          const expected = isDone || after !== before ? whole.after : before;
          if (!isDone && isComposed(name)) continue;
          expect({ place, after }).toEqual({ place, after: expected });
        }
    });

  /** @returns what the database holds after it, and whether the operation said that it was done */
  async function run(name: string, statement: number, when: Break) {
    const url = await server.database(filled);
    await using line = await openPostgresLine(url);
    let isDone = false;
    {
      await using store = await openPostgresStore({ url: line.url, name: "test", sessions: 4 });
      await store.nodes.join("test");
      line.breakAt(statement, when);
      isDone = await (OPERATIONS[name]?.(store) ?? Promise.reject(new Error(name))).then(
        () => true,
        () => false,
      );
    }
    const after = await contents(url);
    // There are thousands of them when all is tried.
    await server.drop(url);
    return { after, isDone, statements: line.statements() };
  }
});

/** It needs another operation first, and that may be all that was done. */
const isComposed = (name: string) => (String(OPERATIONS[name]).match(/store\.\w+\.\w+\(/g) ?? []).length > 1;

/** All rows of all tables but those of nodes, leaving out what differs each time: the ids of nodes and the server's time. */
async function contents(url: string): Promise<string> {
  await using pool = openPool({ url, name: "test", sessions: 1 });
  return await pool.use(async (session) => {
    const tables = await session.all<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'node' ORDER BY 1",
    );
    const all: string[] = [];
    for (const { name } of tables) {
      const rows = await session.all<{ row: string }>(
        `SELECT each::text AS row FROM ${name} AS each ORDER BY 1`,
      );
      all.push(`${name}: ${rows.map(({ row }) => withoutNodesAndNow(row)).join("\n")}`);
    }
    return all.join("\n");
  });
}

const RANDOM_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const DAY_MS = 86_400_000;

function withoutNodesAndNow(row: string): string {
  const isNow = (ms: string) => Math.abs(Number(ms) - Date.now()) < DAY_MS;
  return row
    .replaceAll(RANDOM_ID, "a node")
    .replaceAll(/\b\d{13}\b/g, (number) => (isNow(number) ? "now" : number));
}
