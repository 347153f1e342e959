// Resolves the account, override and option names in a request to accounts of the profile (D10, D16).
import { Problem } from "../../errors.ts";
import { pointerTo, shortName } from "../../json-pointer.ts";
import { nearest } from "../../nearest.ts";
import type { Json } from "../../networks/network.ts";
import type { TargetAccount } from "../dependencies.ts";

export type AccountNames = "all" | readonly string[] | null;

/** A name in a request that no account has, or several. */
export interface UnclearName {
  readonly name: string;
  /** unknown_accounts or ambiguous_account */
  readonly problem: Problem;
  /** The accounts that have it. */
  readonly candidates: readonly TargetAccount[];
}

/**
 * The accounts that are meant, each once, in the order they were named.
 * @throws Problem no_accounts, unknown_accounts or ambiguous_account
 */
export function resolveAccounts(names: AccountNames, accounts: readonly TargetAccount[]): TargetAccount[] {
  const { named, unclear } = matchAccounts(names, accounts);
  const unknown = unclear.filter(({ problem }) => problem.code === "unknown_accounts");
  if (unknown.length > 0) {
    throw unknownAccounts(
      unknown.map(({ name }) => name),
      accounts,
    );
  }
  if (unclear[0]) throw unclear[0].problem;
  return named;
}

/** The same, and which names are not clear. @throws Problem no_accounts where all are meant and there are none */
export function matchAccounts(
  names: AccountNames,
  accounts: readonly TargetAccount[],
): { readonly named: TargetAccount[]; readonly unclear: UnclearName[] } {
  if (names === "all" || names === null) {
    const active = accounts.filter(isActive);
    if (active.length === 0) throw new Problem("no_accounts", "This profile has no active account.");
    return { named: active, unclear: [] };
  }
  const named = new Set<TargetAccount>();
  const unclear: UnclearName[] = [];
  for (const name of names) {
    const found = accountsNamed(name, accounts);
    const problem = found.length === 0 ? unknownAccounts([name], accounts) : ambiguity(name, found);
    if (problem) unclear.push({ name, problem, candidates: found });
    else for (const account of found) named.add(account);
  }
  return { named: [...named], unclear };
}

const isActive = ({ status }: TargetAccount) => status === "active";

function unknownAccounts(unknown: readonly string[], accounts: readonly TargetAccount[]): Problem {
  const hint = suggestion(unknown, accounts.filter(isActive));
  const message = `No account of this profile is called ${unknown.map(quote).join(", ")}.${hint}`;
  return new Problem("unknown_accounts", message, { unknown });
}

const MOST_LISTED = 10;

/** The account that was probably meant, else those that there are. */
function suggestion([first = ""]: readonly string[], active: readonly TargetAccount[]): string {
  const names = active.map(({ platform, handle }) => `${platform}:${handle}`);
  const candidates = new Set(active.flatMap(({ platform, handle }, i) => [platform, handle, names[i] ?? ""]));
  const guess = nearest(first, [...candidates]);
  if (guess !== null) return ` Did you mean ${quote(guess)}?`;
  if (names.length === 0) return " It has no account yet.";
  const more = names.length > MOST_LISTED ? `, and ${names.length - MOST_LISTED} more` : "";
  return ` There are ${names.slice(0, MOST_LISTED).join(", ")}${more}.`;
}

/**
 * An id, a platform (its active accounts, or else those that must be connected again, which pre-flight refuses), a
 * handle, or platform:handle.
 */
function accountsNamed(name: string, accounts: readonly TargetAccount[]): TargetAccount[] {
  const plain = name.toLowerCase();
  const byId = accounts.filter(({ id }) => id === plain);
  if (byId.length > 0) return byId;
  const connected = accounts.filter(({ status }) => status !== "disconnected");
  const onPlatform = connected.filter(({ platform }) => platform === plain);
  const active = onPlatform.filter(({ status }) => status === "active");
  if (onPlatform.length > 0) return active.length > 0 ? active : onPlatform;
  return connected.filter((account) => {
    const rank = rankOf(plain, account);
    return rank === "handle" || rank === "platform:handle";
  });
}

/** The problem of a name that several accounts have; null when it is clear. */
function ambiguity(name: string, found: readonly TargetAccount[]): Problem | null {
  const isPlatform = found.every(({ platform }) => platform === name.toLowerCase());
  if (found.length < 2 || isPlatform) return null;
  const candidates = found.map(({ id, platform, handle }) => ({ id, platform, handle }));
  const forms = found.map(({ platform, handle }) => `${platform}:${handle}`).join(", ");
  return new Problem("ambiguous_account", `${quote(name)} matches several accounts: ${forms}.`, {
    candidates,
  });
}

/** How precisely a key names an account, the most precise first (D16). */
const RANKS = ["id", "platform:handle", "handle", "platform"] as const;
type Rank = (typeof RANKS)[number];

/** A handle is never longer, nor is anything else that names an account. */
const LONGEST_NAME = 1000;

/** What an account gets of a map, and under which key it stands. */
export interface Chosen<T> {
  readonly key: string;
  readonly value: T;
}

/**
 * The value of each account in a map whose keys are ids, handles or platforms: the most specific wins, in whatever order
 * the keys stand.
 * @throws Problem unknown_override or unknown_option when a key fits no account of the post; invalid_request when two
 * keys name one account equally precisely
 */
export function mostSpecific<T extends Json>(
  field: KeyedField,
  values: Readonly<Record<string, T>>,
  accounts: readonly TargetAccount[],
): Map<string, Chosen<T>> {
  const { chosen, problems } = matchKeys(field, values, accounts);
  if (problems[0]) throw problems[0];
  return chosen;
}

/** The same, with what is wrong with the keys. Of two that are equally precise, the first counts. */
export function matchKeys<T extends Json>(
  field: KeyedField,
  values: Readonly<Record<string, T>>,
  accounts: readonly TargetAccount[],
): { readonly chosen: Map<string, Chosen<T>>; readonly problems: Problem[] } {
  const keys = Object.keys(values).map((name) => ({ name, ranks: ranksOf(name, accounts) }));
  if (keys.length === 0) return { chosen: new Map(), problems: [] };
  const unknown = keys.filter(({ ranks }) => ranks.size === 0).map(({ name }) => shortName(name));
  const problems = unknown.length > 0 ? [unknownKeys(field, unknown)] : [];
  const chosen = new Map<string, Chosen<T>>();
  for (const { id } of accounts) {
    const byRank = Map.groupBy(keys, ({ ranks }) => ranks.get(id));
    problems.push(...RANKS.flatMap((rank) => equalKeys(field, byRank.get(rank) ?? []) ?? []));
    const best = RANKS.flatMap((rank) => byRank.get(rank) ?? [])[0];
    const value = best && values[best.name];
    if (best && value !== undefined) chosen.set(id, { key: best.name, value });
  }
  return { chosen, problems };
}

type KeyedField = "overrides" | "options";

function unknownKeys(field: KeyedField, unknown: readonly string[]): Problem {
  const code = field === "overrides" ? "unknown_override" : "unknown_option";
  return new Problem(code, `${unknown.map(quote).join(", ")} matches no target of this post.`, { unknown });
}

/** The accounts that a key names, and how. */
function ranksOf(name: string, accounts: readonly TargetAccount[]): ReadonlyMap<string, Rank> {
  if (name.length > LONGEST_NAME) return new Map();
  const plain = name.toLowerCase();
  return new Map(
    accounts.flatMap((account): [string, Rank][] => {
      const rank = rankOf(plain, account);
      return rank ? [[account.id, rank]] : [];
    }),
  );
}

/** @param name in small letters */
function rankOf(name: string, { id, platform, handle }: TargetAccount): Rank | null {
  const plain = plainHandle(handle);
  if (name === id) return "id";
  if (name === `${platform}:${plain}` || name === `${platform}:@${plain}`) return "platform:handle";
  if (plainHandle(name) === plain) return "handle";
  return name === platform ? "platform" : null;
}

/** The problem of keys that name one account equally precisely; null for a single one. */
function equalKeys(
  field: KeyedField,
  [first, ...others]: readonly { readonly name: string }[],
): Problem | null {
  if (!first || others.length === 0) return null;
  const names = [first, ...others].map(({ name }) => name);
  const message = `${names.map(quote).join(" and ")} name the same account. Keep one of them.`;
  const errors = names.map((name) => ({ pointer: pointerTo([field, name]), message }));
  return new Problem("invalid_request", `${field}: ${message}`, { errors });
}

const plainHandle = (handle: string) => handle.replace(/^@/, "").toLowerCase();
const quote = (name: string) => JSON.stringify(name);
