// The order of a profile's accounts: groups stay together, and accounts without one come last.
import type { Account } from "../../domain/account.ts";

export type Placed = Pick<Account, "id" | "group" | "place">;

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
