// Moves accounts to other places and groups (table account).
import type { Database } from "bun:sqlite";
import type { AccountPlace } from "../../domain/account.ts";
import { inOrder, type Placed } from "../rows/account-order.ts";

/** Statements for the transaction that is open. */
export function openAccountOrder(db: Database) {
  const ofSameProfile = db.query<Placed, [string]>(
    `SELECT id, group_name AS "group", place FROM account
     WHERE profile_id = (SELECT profile_id FROM account WHERE id = ?)`,
  );
  const setGroup = db.query("UPDATE account SET group_name = $group WHERE id = $id");
  const setPlace = db.query("UPDATE account SET place = $place WHERE id = $id");
  const current = (id: string) => inOrder(ofSameProfile.all(id));
  return {
    /** False when that changes nothing, or the account does not exist. */
    arrange(id: string, { group, order }: AccountPlace): boolean {
      const before = current(id);
      const own = before.find((each) => each.id === id);
      if (!own) return false;
      const isRegrouped = group !== undefined && group !== own.group;
      if (isRegrouped) setGroup.run({ id, group });
      if (order === undefined) return isRegrouped;
      const others = before.filter((each) => each !== own).map((each) => each.id);
      const sequence = others.toSpliced(order - 1, 0, id);
      for (const [n, each] of sequence.entries()) setPlace.run({ id: each, place: n + 1 });
      // An account that is moved away from its group comes back to it.
      return isRegrouped || current(id).some((each, n) => each.id !== before[n]?.id);
    },
  };
}
