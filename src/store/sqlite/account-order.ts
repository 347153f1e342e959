// The order of a profile's accounts: groups stay together, and accounts without one come last.
import type { Database } from "bun:sqlite";
import type { Account, AccountPlace } from "../../domain/account.ts";

type Placed = Pick<Account, "id" | "group" | "place">;

/** A group stands where its first account does. Sorted here and not by the query: every check of a post reads this list. */
export function inOrder<T extends Placed>(accounts: readonly T[]): T[] {
  const first = new Map<string, number>();
  for (const { group, place } of accounts) {
    if (group !== null) first.set(group, Math.min(first.get(group) ?? Infinity, place ?? Infinity));
  }
  const ofGroup = ({ group }: Placed) => (group === null ? Infinity : (first.get(group) ?? Infinity));
  return accounts.toSorted(
    (a, b) =>
      Number(a.group === null) - Number(b.group === null) ||
      compare(ofGroup(a), ofGroup(b)) ||
      compare(a.group ?? "", b.group ?? "") ||
      // Accounts that nobody has moved come after the others, as they were connected: their ids begin with the time.
      compare(a.place ?? Infinity, b.place ?? Infinity) ||
      compare(a.id, b.id),
  );
}

const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0);

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
      const asked = others.toSpliced(order - 1, 0, id);
      for (const [n, each] of asked.entries()) setPlace.run({ id: each, place: n + 1 });
      // An account that is moved away from its group comes back to it.
      return isRegrouped || current(id).some((each, n) => each.id !== before[n]?.id);
    },
  };
}
