// Stores the limits that a network reports for an account.
import type { RuleChanges } from "../domain/rules.ts";
import type { Connections } from "./connect.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../domain/store/accounts.ts";

interface Deps {
  readonly accounts: Pick<Accounts, "find" | "setRules">;
  readonly connections: Pick<Connections, "liveOptions">;
}

export async function storeRules(
  account: Account,
  rules: RuleChanges,
  { accounts }: Pick<Deps, "accounts">,
): Promise<void> {
  if (!Bun.deepEquals(rules, account.rules)) await accounts.setRules(account.id, rules);
}

/**
 * Asks the network about an active account with its token. The network may report limits, and they are stored.
 * @throws Problem when the network refuses the account or can't be reached
 */
export async function askAccount(id: string, deps: Deps): Promise<void> {
  const account = await deps.accounts.find(id);
  if (account?.status !== "active") return;
  const { rules } = await deps.connections.liveOptions(account);
  // A network that reports no limits does not withdraw earlier ones.
  if (Object.keys(rules).length > 0) await storeRules(account, rules, deps);
}
