// The tables of a PostgreSQL database, read from its catalogue.
import type { Cell, Column, Table } from "../../../domain/store/move.ts";
import { ROWS_AT_A_TIME } from "../../move/copy.ts";
import type { Session } from "../pool.ts";

/** What only several processes need: whoever is there at the other place is not there here. */
const OWN = ["node", "schema_version"];

const KINDS: Readonly<Record<string, Column["kind"]>> = {
  bigint: "integer",
  smallint: "integer",
  text: "text",
  json: "json",
  bytea: "bytes",
};

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** From 1; null: not in the key. */
  readonly place: number | null;
}

/** Without columns that follow from others. */
const COLUMNS = `SELECT pg_class.relname AS table, attname AS name,
    format_type(coalesce(nullif(typbasetype, 0), atttypid), NULL) AS type,
    array_position(indkey::int[], attnum::int) AS place
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid JOIN pg_type ON pg_type.oid = atttypid
    LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
    AND attgenerated = '' AND relname <> ALL($own::text[])
  ORDER BY relname COLLATE "C", attnum`;

const PARENTS = `SELECT DISTINCT child.relname AS table, parent.relname AS parent
  FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
  WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace`;

export async function tablesOf(session: Session): Promise<Table[]> {
  const rows = await session.all<ColumnRow>(COLUMNS, { own: OWN });
  const parents = await session.all<{ table: string; parent: string }>(PARENTS);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => {
    const key = columns
      .filter(({ place }) => place !== null)
      .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, kind: kindOf(column) })),
      // Without a key, by all of them: both stores have the same order.
      key:
        key.length > 0 ? key.map((column) => column.name) : columns.map((column) => column.name).toSorted(),
      parents: parents.filter(({ table }) => table === name).map(({ parent }) => parent),
    };
  });
}

function kindOf({ table, name, type }: ColumnRow): Column["kind"] {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`the type of ${table}.${name}, ${type}, can't be moved`);
  return kind;
}

/** In the order of the key, some at a time. Call it in a transaction, for one table after the other. */
export async function* rowsOf(
  session: Session,
  tables: readonly Table[],
  table: string,
  columns: readonly string[],
): AsyncGenerator<(readonly Cell[])[]> {
  const key = tables.find(({ name }) => name === table)?.key ?? [];
  await session.command(
    `DECLARE moved_rows NO SCROLL CURSOR FOR SELECT ${columns.map(quote).join(", ")} FROM ${quote(table)}
     ORDER BY ${key.map(quote).join(", ")}`,
  );
  let next = fetchRows(session);
  for (;;) {
    const rows = await next;
    // The server gets the next ones while these are looked at.
    if (rows.length === ROWS_AT_A_TIME) next = fetchRows(session);
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => row[column] ?? null));
    if (rows.length < ROWS_AT_A_TIME) break;
  }
  await session.command("CLOSE moved_rows");
}

function fetchRows(session: Session): Promise<Record<string, Cell>[]> {
  const rows = session.script<Record<string, Cell>>(`FETCH ${ROWS_AT_A_TIME} FROM moved_rows`);
  // Whatever it throws is thrown to whoever waits for it.
  rows.catch(() => {});
  return rows;
}

/** Tables whose rows have numbers of their own, with the sequences that give them. */
export async function sequencesOf(session: Session): Promise<{ table: string; sequence: string }[]> {
  return await session.all(
    `SELECT relname AS table, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attidentity <> '' AND relnamespace = current_schema()::regnamespace`,
  );
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
