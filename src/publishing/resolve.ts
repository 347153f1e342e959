// Turns what a caller wrote (account, override and option names) into the accounts of the profile (D10, D16).
import { Problem } from "../errors.ts";
import type { Json } from "../networks/network.ts";
import type { TargetAccount } from "./ports.ts";

export type AccountNames = "all" | readonly string[] | null;

/**
 * The accounts that are meant, each once, in the order they were named.
 * @throws Problem no_accounts, unknown_accounts or ambiguous_account
 */
export function resolveAccounts(names: AccountNames, accounts: readonly TargetAccount[]): TargetAccount[] {
  const active = accounts.filter(({ status }) => status === "active");
  if (names === "all" || names === null) {
    if (active.length === 0) throw new Problem("no_accounts", "This profile has no active account.");
    return active;
  }
  const meant = names.map((name) => ({ name, found: accountsNamed(name, accounts) }));
  const unknown = meant.filter(({ found }) => found.length === 0).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Problem(
      "unknown_accounts",
      `No account of this profile is called ${unknown.map(quoted).join(", ")}.`,
      { unknown },
    );
  }
  for (const { name, found } of meant) refuseAmbiguous(name, found);
  return [...new Set(meant.flatMap(({ found }) => found))];
}

/** An id, a platform (every active account on it), a handle, or platform:handle. */
function accountsNamed(name: string, accounts: readonly TargetAccount[]): TargetAccount[] {
  const byId = accounts.filter(({ id }) => id === name.toLowerCase());
  if (byId.length > 0) return byId;
  const connected = accounts.filter(({ status }) => status !== "disconnected");
  const onPlatform = connected.filter(
    ({ platform, status }) => platform === name.toLowerCase() && status === "active",
  );
  if (onPlatform.length > 0) return onPlatform;
  return connected.filter((account) => handlesOf(account).includes(plainHandle(name)));
}

function refuseAmbiguous(name: string, found: readonly TargetAccount[]): void {
  const isPlatform = found.every(({ platform }) => platform === name.toLowerCase());
  if (found.length < 2 || isPlatform) return;
  const candidates = found.map(({ id, platform, handle }) => ({ id, platform, handle }));
  const forms = found.map(({ platform, handle }) => `${platform}:${handle}`).join(", ");
  throw new Problem("ambiguous_account", `${quoted(name)} fits several accounts: ${forms}.`, { candidates });
}

/**
 * The value of each account in a map whose keys are ids, handles or platforms: the most specific wins.
 * @throws Problem `code` when a key fits no account of the post
 */
export function mostSpecific<T extends Json>(
  values: Readonly<Record<string, T>>,
  accounts: readonly TargetAccount[],
  code: "unknown_override" | "unknown_option",
): Map<string, T> {
  const keys = Object.keys(values);
  const unknown = keys.filter((key) => !accounts.some((account) => rank(key, account) > 0));
  if (unknown.length > 0) {
    throw new Problem(code, `${unknown.map(quoted).join(", ")} fits no target of this post.`, { unknown });
  }
  const chosen = new Map<string, T>();
  for (const account of accounts) {
    const best = keys.toSorted((a, b) => rank(b, account) - rank(a, account))[0];
    const value = best !== undefined && rank(best, account) > 0 ? values[best] : undefined;
    if (value !== undefined) chosen.set(account.id, value);
  }
  return chosen;
}

/** How precisely a key names an account; 0 when it does not. */
function rank(key: string, account: TargetAccount): number {
  if (key.toLowerCase() === account.id) return 3;
  if (handlesOf(account).includes(plainHandle(key))) return 2;
  return key.toLowerCase() === account.platform ? 1 : 0;
}

function handlesOf({ platform, handle }: TargetAccount): string[] {
  const plain = plainHandle(handle);
  return [plain, `${platform}:${plain}`, `${platform}:@${plain}`];
}

const plainHandle = (handle: string) => handle.replace(/^@/, "").toLowerCase();
const quoted = (name: string) => JSON.stringify(name);
