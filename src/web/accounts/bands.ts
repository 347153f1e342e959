// The accounts of a profile in the bands of their list: those that need a person, each group, the rest, those that are gone.
import type { AccountRecord } from "./queries.ts";
import { needsSignIn, standingOf } from "./standing.ts";

export interface Band {
  readonly kind: "needy" | "group" | "rest" | "gone";
  /** Of a group. */
  readonly name: string | null;
  readonly accounts: readonly AccountRecord[];
}

/** @param accounts in their order, in which a group stands together */
export function bandsOf(accounts: readonly AccountRecord[]): readonly Band[] {
  const of = (kind: Band["kind"]) => accounts.filter((account) => kindOf(account) === kind);
  const plain = (kind: Band["kind"], all = of(kind)): Band => ({ kind, name: null, accounts: all });
  const groups = [...Map.groupBy(of("group"), ({ group }) => group)];
  return [
    plain("needy", of("needy").toSorted(signedOutFirst)),
    ...groups.map(([name, all]): Band => ({ kind: "group", name, accounts: all })),
    plain("rest"),
    plain("gone"),
  ].filter((band) => band.accounts.length > 0);
}

/** Those that work, or would: people choose where they stand. */
export const isMovable = (kind: Band["kind"]): boolean => kind === "group" || kind === "rest";

export const groupsOf = (accounts: readonly AccountRecord[]): readonly string[] => [
  ...new Set(accounts.flatMap(({ group }) => group ?? [])),
];

function kindOf(account: AccountRecord): Band["kind"] {
  const standing = standingOf(account);
  if (standing.kind === "disconnected") return "gone";
  if (needsSignIn(standing)) return "needy";
  return account.group === null ? "rest" : "group";
}

const signedOutFirst = (a: AccountRecord, b: AccountRecord): number =>
  Number(standingOf(a).kind === "ending") - Number(standingOf(b).kind === "ending");
