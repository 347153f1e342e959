// The accounts of a profile as targets, with the rules of their networks and what differs for each account.
import type { Network } from "../networks/network.ts";
import { withChanges, type RuleChanges } from "../domain/rules.ts";
import type { TargetAccount, TargetAccounts } from "./dependencies.ts";

/** An account as it is stored: of the rules, only what differs from those of its network. */
type StoredAccount = Omit<TargetAccount, "rules"> & { readonly rules: RuleChanges };

interface StoredAccounts {
  ofProfile(profileId: string): Promise<readonly StoredAccount[]>;
}

/** Leaves out accounts of networks that this version does not know. */
export function targetAccounts(
  accounts: StoredAccounts,
  network: (platform: string) => Network | null,
): TargetAccounts {
  return {
    async ofProfile(profileId) {
      const stored = await accounts.ofProfile(profileId);
      return stored.flatMap((account) => {
        const found = network(account.platform);
        return found ? [{ ...account, rules: withChanges(found.rules, account.rules) }] : [];
      });
    },
  };
}
