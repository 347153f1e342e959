// Which tables and columns are copied from one store to another, and in which order.
import type { Table } from "../../domain/store/move.ts";

/**
 * What each store keeps for itself: why it is closed, how far an index is, which of its processes did something, and the history
 * of its server. The number of the last event that was deleted is among the store's numbers.
 */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  workspace: ["closed", "searched_to", "search_stale", "deleted_events_to", "timeline", "synchronous"],
  post: ["words"],
  target: ["node"],
  attempt: ["node"],
  webhook_delivery: ["node"],
};

export interface CopiedColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Those that both have, each after the tables that it points to.
 * @throws Error when a table of one is missing in the other: nothing may be left behind
 */
export function copiedTables(from: readonly Table[], to: readonly Table[]): CopiedColumns[] {
  const names = (tables: readonly Table[]) => tables.map(({ name }) => name).toSorted();
  const missing = names(from).filter((name) => !names(to).includes(name));
  if (missing.length > 0) throw new Error(`the other store has no table ${missing.join(", ")}`);
  return parentsFirst(from).map(({ name, columns }) => {
    const other = to.find((each) => each.name === name)?.columns ?? [];
    const common = columns
      .map((column) => column.name)
      .filter((column) => other.some((each) => each.name === column))
      .filter((column) => !OWN_COLUMNS[name]?.includes(column));
    return { table: name, columns: common };
  });
}

function parentsFirst(tables: readonly Table[]): readonly Table[] {
  const sorted: Table[] = [];
  const visit = (table: Table, path: readonly string[]) => {
    if (sorted.includes(table)) return;
    if (path.includes(table.name)) throw new Error(`the tables ${path.join(", ")} point to each other`);
    for (const parent of table.parents) {
      const found = tables.find(({ name }) => name === parent && name !== table.name);
      if (found) visit(found, [...path, table.name]);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table, []);
  return sorted;
}
