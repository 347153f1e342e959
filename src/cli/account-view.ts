// An account as the API shows it, with what its network lets it post.
import type { Account } from "../domain/account.ts";
import { accountView } from "../api/views/account.ts";
import type { OpenWorkspace } from "../app/workspace.ts";
import type { Clock } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import { networks } from "../networks/index.ts";
import type { Network } from "../networks/network.ts";
import { withChanges } from "../domain/rules.ts";
import type { Journal } from "../domain/store/journal.ts";
import { quotaUse } from "../publishing/quota.ts";

/** As the API shows it. @throws OperatorError for a network that this version does not know */
export async function viewOf(account: Account, { store, clock }: OpenWorkspace) {
  return accountView(account, knownNetwork(account), await quotaOf(store.journal, clock)(account), avatarUrl);
}

/** The network's own address: no server may be running. */
export const avatarUrl = (account: Account): string | null => account.avatarUrl;

/** @throws OperatorError */
export function knownNetwork({ platform }: Account): Network {
  const network = networks.find(platform);
  if (!network) throw new OperatorError(`This version of Crier does not know the network ${platform}.`);
  return network;
}

export const quotaOf = (journal: Journal, clock: Clock) => async (account: Account) => {
  const network = networks.find(account.platform);
  const rules = network && withChanges(network.rules, account.rules);
  return rules ? await quotaUse(account.id, rules, journal.usage, clock.now()) : null;
};
