// How many more posts a network accepts from an account.
import type { Clock } from "../clock.ts";
import type { Network } from "../networks/network.ts";
import { withChanges, type RuleChanges, type Rules } from "../domain/rules.ts";
import type { Journal } from "../domain/store/journal.ts";

export interface QuotaUse {
  readonly used: number;
  readonly limit: number;
  readonly windowMs: number;
  /** When the oldest post of the window stops counting, ms since 1970; null when there is none. */
  readonly resetsAt: number | null;
}

/** Null where the network sets no such limit. */
export async function quotaUse(
  accountId: string,
  { quota }: Pick<Rules, "quota">,
  usage: Journal["usage"],
  now: number,
): Promise<QuotaUse | null> {
  if (!quota) return null;
  const { count, first } = await usage(accountId, now - quota.windowMs);
  const resetsAt = first === null ? null : first + quota.windowMs;
  return { used: count, limit: quota.posts, windowMs: quota.windowMs, resetsAt };
}

interface AccountQuotaDeps {
  readonly network: (platform: string) => Network | null;
  readonly usage: Journal["usage"];
  readonly clock: Clock;
}

/** The quota of an account now; null where its network sets none, or this version does not know the network. */
export async function accountQuota(
  { id, platform, rules }: { readonly id: string; readonly platform: string; readonly rules: RuleChanges },
  { network, usage, clock }: AccountQuotaDeps,
): Promise<QuotaUse | null> {
  const found = network(platform);
  return found && (await quotaUse(id, withChanges(found.rules, rules), usage, clock.now()));
}
