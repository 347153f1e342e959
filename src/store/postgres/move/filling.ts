// Fills a PostgreSQL database with the rows of another store, in one transaction.
import type { Cell, Column, Filling, Table } from "../../../domain/store/move.ts";
import { searchTextOf } from "../../rows/search-text.ts";
import { commitReplicated } from "../access.ts";
import { readableJson, storable, type Value } from "../statements.ts";
import { beginAlone, type HeldSession } from "./session.ts";
import { quote, rowsOf, sequencesOf, tablesOf } from "./tables.ts";

const ARRAYS: Readonly<Record<Column["kind"], string>> = {
  integer: "bigint[]",
  text: "text[]",
  json: "json[]",
  bytes: "bytea[]",
};
/** Its text is what counts: a fingerprint is over it, and SQL reads nothing out of it. */
const EXACT = "attempt.prepared";

/** Takes the session over. The database has nothing but its workspace. */
export async function fillingOf(held: HeldSession): Promise<Filling> {
  const { session } = held;
  await beginAlone(session, "READ COMMITTED");
  const tables = await tablesOf(session);
  // The rows have all consequences of them with them.
  for (const { name } of tables) await session.command(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`);
  const insertion = openInsertion(tables);
  return {
    tables,
    accept: (table, columns) => acceptor(table, kindsOf(tables, table, columns)),
    async insert(table, columns, rows) {
      await session.run(insertion(table, columns), valuesOf(columns, rows));
      if (table === "post_content") await setWords(session, columns, rows);
    },
    async setNumbers(numbers) {
      for (const { table, sequence } of await sequencesOf(session)) {
        const n = numbers[table] ?? 0;
        if (n > 0) await session.get("SELECT setval($sequence::text::regclass, $n::bigint)", { sequence, n });
      }
    },
    rows: (table, columns) => rowsOf(session, tables, table, columns),
    async commit() {
      for (const { name } of tables) await session.command(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`);
      await commitReplicated(session);
      // Without it, the first statements would be planned as for empty tables.
      await session.command("ANALYZE");
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

const kindsOf = (tables: readonly Table[], table: string, columns: readonly string[]) => {
  const known = tables.find(({ name }) => name === table)?.columns ?? [];
  return columns.map((column) => known.find(({ name }) => name === column)?.kind ?? "text");
};

/** What PostgreSQL does not hold is replaced, as it is when Crier writes it there. */
function acceptor(table: string, kinds: readonly Column["kind"][]) {
  const isExact = table === EXACT.split(".")[0];
  return (row: readonly Cell[]) =>
    row.map((cell, n) => {
      if (typeof cell !== "string") return cell;
      return kinds[n] === "json" && !isExact ? readableJson(cell) : storable(cell);
    });
}

/** One column of all rows is one parameter. */
function openInsertion(tables: readonly Table[]) {
  const known = new Map<string, string>();
  return (table: string, columns: readonly string[]) => {
    const found = known.get(table);
    if (found !== undefined) return found;
    const kinds = kindsOf(tables, table, columns);
    const names = columns.map(quote);
    const arrays = kinds.map((kind) => ARRAYS[kind]);
    const update = columns.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(", ");
    const sql =
      `INSERT INTO ${quote(table)} (${names.join(", ")}) ` +
      `SELECT * FROM unnest(${arrays.map((type, n) => `$c${n}::${type}`).join(", ")})` +
      (table === "workspace" ? ` ON CONFLICT (id) DO UPDATE SET ${update}` : "");
    known.set(table, sql);
    return sql;
  };
}

/** The words of captions, which only this store has. */
async function setWords(
  session: HeldSession["session"],
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const cell = (row: readonly Cell[], column: string) => String(row[columns.indexOf(column)]);
  const captions = rows.filter((row) => cell(row, "kind") === "text" && cell(row, "key") === "");
  await session.run(
    "UPDATE post SET words = of.words FROM unnest($ids::text[], $words::text[]) AS of (id, words) WHERE post.id = of.id",
    {
      ids: captions.map((row) => cell(row, "post_id")),
      words: captions.map((row) => searchTextOf(cell(row, "value"))),
    },
  );
}

function valuesOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const n of columns.keys()) values[`c${n}`] = rows.map((row) => parameter(row[n] ?? null));
  return values;
}

const parameter = (cell: Cell) => (cell instanceof Uint8Array ? `\\x${cell.toHex()}` : cell);
