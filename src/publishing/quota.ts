// How many more posts a network accepts from an account.
import type { Rules } from "../networks/rules.ts";
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
