// Copies all rows of one store into another, and reads them back: what was written is what was read.
import { OperatorError } from "../../errors.ts";
import type { Cell, CopiedTable, Filling, MoveProgress, Snapshot } from "../../domain/store/move.ts";
import { copiedTables, type CopiedColumns } from "./tables.ts";

/** Rows that are read and written at a time. */
export const ROWS_AT_A_TIME = 1000;

/** @throws OperatorError when the copy differs; nothing is committed here */
export async function copyAll(
  from: Snapshot,
  to: Filling,
  progress: MoveProgress,
): Promise<readonly CopiedTable[]> {
  const tables = copiedTables(from.tables, to.tables);
  const copied: CopiedTable[] = [];
  for (const [n, table] of tables.entries()) {
    const stage = `${table.table} (${n + 1} of ${tables.length})`;
    const all = await from.count(table.table);
    copied.push(await copyTable(from, to, table, (done) => progress(stage, done, all)));
  }
  await to.setNumbers(await from.numbers());
  for (const [n, table] of tables.entries()) {
    progress("comparing", n, tables.length);
    const found = await summary(table.table, to.rows(table.table, table.columns));
    const expected = copied[n];
    if (found.rows !== expected?.rows || found.checksum !== expected.checksum)
      throw new OperatorError(
        `The copy of the table ${table.table} differs: ${found.rows} of ${expected?.rows ?? 0} rows were read back, ` +
          "or what stands in them is not the same. Nothing was moved.",
      );
  }
  progress("comparing", tables.length, tables.length);
  return copied;
}

async function copyTable(
  from: Snapshot,
  to: Filling,
  { table, columns }: CopiedColumns,
  progress: (done: number) => void,
): Promise<CopiedTable> {
  const accept = to.accept(table, columns);
  let done = 0;
  progress(done);
  return await summary(table, rowsWritten());

  async function* rowsWritten(): AsyncGenerator<readonly (readonly Cell[])[]> {
    // The next rows are read while these are written.
    let written = Promise.resolve();
    for await (const rows of from.rows(table, columns)) {
      const accepted = rows.map(accept);
      await written;
      written = to.insert(table, columns, accepted);
      // Whatever it throws is thrown by the next wait for it.
      written.catch(() => {});
      done += rows.length;
      progress(done);
      yield accepted;
    }
    await written;
  }
}

/** What stands in rows, whichever store they come from. */
async function summary(
  table: string,
  all: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<CopiedTable> {
  const digest = new Bun.CryptoHasher("sha256");
  let count = 0;
  for await (const rows of all) {
    count += rows.length;
    for (const row of rows) digest.update(`${JSON.stringify(row.map(asText))}\n`);
  }
  return { table, rows: count, checksum: digest.digest("hex") };
}

const asText = (cell: Cell) => (cell instanceof Uint8Array ? { hex: cell.toHex() } : cell);
