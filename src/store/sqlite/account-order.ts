// The order of a profile's accounts: groups stay together, and accounts without one come last.
import type { Database } from "bun:sqlite";
import type { AccountPlace } from "../../domain/account.ts";

/** Accounts that nobody has moved come after the others, as they were connected: their ids begin with the time. */
const UNPLACED = 1_000_000_000;
const PLACE = `coalesce(place, ${UNPLACED})`;

/** For `ORDER BY`: a group stands where its first account does. */
export const IN_ORDER = `group_name IS NULL, min(${PLACE}) OVER (PARTITION BY group_name), group_name, ${PLACE}, id`;

/** Statements for the transaction that is open. */
export function openAccountOrder(db: Database) {
  const current = db.query<{ id: string; groupName: string | null }, [string]>(
    `SELECT id, group_name AS groupName FROM account
     WHERE profile_id = (SELECT profile_id FROM account WHERE id = ?) ORDER BY ${IN_ORDER}`,
  );
  const setGroup = db.query("UPDATE account SET group_name = $group WHERE id = $id");
  const setPlace = db.query("UPDATE account SET place = $place WHERE id = $id");
  const idsOf = (id: string) => current.all(id).map((each) => each.id);
  return {
    /** False when that changes nothing, or the account does not exist. */
    arrange(id: string, { group, order }: AccountPlace): boolean {
      const before = current.all(id);
      const own = before.find((each) => each.id === id);
      if (!own) return false;
      const isRegrouped = group !== undefined && group !== own.groupName;
      if (isRegrouped) setGroup.run({ id, group });
      if (order === undefined) return isRegrouped;
      const others = before.filter((each) => each !== own).map((each) => each.id);
      const asked = others.toSpliced(order - 1, 0, id);
      for (const [n, each] of asked.entries()) setPlace.run({ id: each, place: n + 1 });
      // An account that is moved away from its group comes back to it.
      const after = idsOf(id);
      return isRegrouped || after.some((each, n) => each !== before[n]?.id);
    },
  };
}
