// Both stores have the same tables, columns and unique keys; what only one needs is named here.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../store/postgres/pool.ts";
import { postgresPrograms, startPostgres } from "../support/postgres.ts";
import { putEmptyDatabase } from "../support/empty-database.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly isNullable: boolean;
}
interface UniqueKey {
  readonly table: string;
  readonly columns: string;
}

/** The index of words in SQLite, and what several processes need. */
const ONLY_SQLITE = /^(post_search|sqlite_)/;
const ONLY_POSTGRES = /^(node|schema_version)$/;
const ONLY_POSTGRES_COLUMNS = [
  ...["attempt.node", "post.lexemes", "post.words", "target.node", "webhook_delivery.node"],
  ...["workspace.synchronous", "workspace.timeline"],
];
/** One attempt at a time of each account: in a data folder, the process that delivers sees to it. */
const ONLY_POSTGRES_KEYS = ["target (account_id)"];

test.skipIf(postgresPrograms === null)(
  "both schemas have the same tables, columns and unique keys",
  async () => {
    await using server = await startPostgres();
    const [folder, of] = [
      mkdtempSync(join(tmpdir(), "crier-parity-")),
      await ofPostgres(await server.database()),
    ];
    await putEmptyDatabase(folder);
    using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
    const sqlite = ofSqlite(db);
    const named = ({ table, column, isNullable }: Column) =>
      `${table}.${column}${isNullable ? "" : " NOT NULL"}`;
    const added = ({ table, column }: Column) => ONLY_POSTGRES_COLUMNS.includes(`${table}.${column}`);
    expect(of.columns.filter((each) => !added(each)).map(named)).toEqual(sqlite.columns.map(named));
    const keyed = ({ table, columns }: UniqueKey) => `${table} (${columns})`;
    const keys = of.keys.map(keyed).filter((key) => !ONLY_POSTGRES_KEYS.includes(key));
    expect(keys).toEqual(sqlite.keys.map(keyed));
    rmSync(folder, { recursive: true });
  },
);

function ofSqlite(db: Database): { columns: Column[]; keys: UniqueKey[] } {
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name)
    .filter((name) => !ONLY_SQLITE.test(name));
  const columns = tables.flatMap((table) =>
    db
      .query<{ name: string; notnull: number; pk: number; hidden: number }, [string]>(
        'SELECT name, "notnull", pk FROM pragma_table_xinfo(?) ORDER BY name',
      )
      .all(table)
      .map(({ name, notnull, pk }) => ({ table, column: name, isNullable: notnull === 0 && pk === 0 })),
  );
  const keys = tables.flatMap((table) => {
    const primary = db
      .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY name")
      .all(table)
      .map(({ name }) => name);
    const unique = db
      .query<{ name: string }, [string]>(
        "SELECT name FROM pragma_index_list(?) WHERE \"unique\" = 1 AND origin <> 'pk' ORDER BY name",
      )
      .all(table)
      .map(({ name }) =>
        db
          .query<{ name: string }, [string]>("SELECT name FROM pragma_index_info(?) ORDER BY name")
          .all(name)
          .map((column) => column.name)
          .join(", "),
      );
    return [...(primary.length > 0 ? [primary.join(", ")] : []), ...unique].map((columns) => ({
      table,
      columns,
    }));
  });
  return { columns, keys: inOrder(keys) };
}

async function ofPostgres(url: string): Promise<{ columns: Column[]; keys: UniqueKey[] }> {
  await using pool = openPool({ url, name: "parity", sessions: 1 });
  return await pool.use(async (session) => {
    const columns = await session.all<Omit<Column, "isNullable"> & { isNullable: string }>(
      `SELECT table_name AS table, column_name AS column, is_nullable AS "isNullable" FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY table_name COLLATE "C", column_name COLLATE "C"`,
    );
    const keys = await session.all<UniqueKey>(
      `SELECT indrelid::regclass::text AS table, (SELECT string_agg(coalesce(attname, 'name'), ', ' ORDER BY attname COLLATE "C")
         FROM unnest(indkey::int[]) AS n LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = n AND n > 0) AS columns,
         pg_get_indexdef(indexrelid) AS definition
       FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
       WHERE indisunique AND relnamespace = 'public'::regnamespace`,
    );
    return {
      columns: columns
        .map((each) => ({ ...each, isNullable: each.isNullable === "YES" }))
        .filter(({ table }) => !ONLY_POSTGRES.test(table)),
      keys: inOrder(keys.map(ofExpression).filter(({ table }) => !ONLY_POSTGRES.test(table))),
    };
  });
}

/** A unique key without differences of case has the name of its column in SQLite. */
function ofExpression({ table, columns, ...key }: UniqueKey & { readonly definition?: string }): UniqueKey {
  const [, folded] = /lower\(\(?(\w+)\)?/.exec(key.definition ?? "") ?? [];
  return { table, columns: folded ?? columns };
}

const inOrder = (keys: readonly UniqueKey[]) =>
  keys.toSorted((a, b) => (`${a.table} ${a.columns}` < `${b.table} ${b.columns}` ? -1 : 1));
