// The tables of a SQLite database, read from its schema.
import type { Database } from "bun:sqlite";
import type { Cell, Column, Table } from "../../../domain/store/move.ts";
import { ROWS_AT_A_TIME } from "../../move/copy.ts";

/** Without SQLite's own, and the search index, which follows from the captions. */
const TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'post\\_search%' ESCAPE '\\' ORDER BY name`;

const KINDS: Readonly<Record<string, Column["kind"]>> = { INTEGER: "integer", TEXT: "text", BLOB: "bytes" };

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  /** From 1; 0: not in the key. */
  readonly pk: number;
  /** Not 0 for what follows from other columns. */
  readonly hidden: number;
}

export function tablesOf(db: Database): Table[] {
  const columns = db.query<ColumnRow, [string]>("SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)");
  const parents = db.query<{ name: string }, [string]>(
    'SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)',
  );
  return db
    .query<{ name: string }, []>(TABLES)
    .all()
    .map(({ name }) => {
      const written = columns.all(name).filter(({ hidden }) => hidden === 0);
      const key = written.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      return {
        name,
        columns: written.map((column) => ({ name: column.name, kind: kindOf(name, column) })),
        // Without a key, by all of them: both stores have the same order.
        key:
          key.length > 0 ? key.map((column) => column.name) : written.map((column) => column.name).toSorted(),
        parents: parents.all(name).map((parent) => parent.name),
      };
    });
}

function kindOf(table: string, { name, type }: ColumnRow): Column["kind"] {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`the type of ${table}.${name}, ${type}, can't be moved`);
  return kind;
}

/** In the order of the key, some at a time. */
export async function* rowsOf(
  db: Database,
  tables: readonly Table[],
  table: string,
  columns: readonly string[],
): AsyncGenerator<(readonly Cell[])[]> {
  const key = tables.find(({ name }) => name === table)?.key ?? [];
  const sql = `SELECT ${columns.map(quote).join(", ")} FROM ${quote(table)} ORDER BY ${key.map(quote).join(", ")}`;
  let rows: (readonly Cell[])[] = [];
  for (const row of db.prepare<Record<string, Cell>, []>(sql).iterate()) {
    rows.push(columns.map((column) => row[column] ?? null));
    if (rows.length < ROWS_AT_A_TIME) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

export const countOf = (db: Database, table: string): number =>
  db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${quote(table)}`).get()?.n ?? 0;

/** Tables whose rows have numbers of their own, with the highest that each has given. */
export function numbersOf(db: Database, tables: readonly Table[]): Record<string, number> {
  const numbered = tables.filter(({ key }) => key.length === 1 && key[0] === "seq");
  const sequences = db
    .query<{ name: string; seq: number }, []>(
      `SELECT name, seq FROM sqlite_sequence UNION ALL SELECT 'event', deleted_events_to FROM workspace`,
    )
    .all();
  return Object.fromEntries(
    numbered.map(({ name }) => {
      const highest = db.query<{ n: number | null }, []>(`SELECT max(seq) AS n FROM ${quote(name)}`).get();
      const also = sequences.filter((each) => each.name === name).map(({ seq }) => seq);
      return [name, Math.max(highest?.n ?? 0, ...also)];
    }),
  );
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
