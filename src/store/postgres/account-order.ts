// Moves accounts to other places and groups (table account).
import type { AccountPlace } from "../../domain/account.ts";
import { inOrder, type Placed } from "../rows/account-order.ts";
import type { Connection } from "./pool.ts";

/** False when that changes nothing, or the account does not exist. */
export async function arrangeAccount(
  db: Connection,
  id: string,
  { group, order }: AccountPlace,
): Promise<boolean> {
  await lockProfileOf(db, id);
  const before = await current(db, id);
  const own = before.find((each) => each.id === id);
  if (!own) return false;
  const isRegrouped = group !== undefined && group !== own.group;
  if (isRegrouped) await db.run("UPDATE account SET group_name = $group WHERE id = $id", { id, group });
  if (order === undefined) return isRegrouped;
  const others = before.filter((each) => each !== own).map((each) => each.id);
  const sequence = others.toSpliced(order - 1, 0, id);
  for (const [n, each] of sequence.entries())
    await db.run("UPDATE account SET place = $place WHERE id = $id", { id: each, place: n + 1 });
  // An account that is moved away from its group comes back to it.
  return isRegrouped || (await current(db, id)).some((each, n) => each.id !== before[n]?.id);
}

async function current(db: Connection, id: string): Promise<Placed[]> {
  const accounts = await db.all<Placed>(
    `SELECT id, group_name AS "group", place FROM account
     WHERE profile_id = (SELECT profile_id FROM account WHERE id = $id)`,
    { id },
  );
  return inOrder(accounts);
}

/** The places of a profile's accounts are changed by one at a time. */
async function lockProfileOf(db: Connection, id: string): Promise<void> {
  await db.get(
    "SELECT id FROM profile WHERE id = (SELECT profile_id FROM account WHERE id = $id) FOR NO KEY UPDATE",
    { id },
  );
}
