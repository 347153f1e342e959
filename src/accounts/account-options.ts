// Live options that networks report for an account, cached for a few minutes (D11).
import { within, type Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { LiveOptions } from "../networks/network.ts";
import type { Account } from "../domain/account.ts";

const KEEP_MS = 5 * 60_000;
const MAX_KEPT = 1000;
/** Who only wants to warn early waits no longer than this, and does not ask again for a while after a failure. */
const SOON_MS = 1500;
const FAILED_FOR_MS = 60_000;

export interface AccountOptions {
  /** @throws Problem network_unavailable */
  of(account: Account): Promise<Known>;
  /** The same where it is known, or is answered within a moment; else null. Never throws. */
  soon(account: Account): Promise<Known | null>;
  /** What the network said last, however long ago; null when it was not asked since the start. Asks nobody. */
  last(accountId: string): Known | null;
}

export interface Known extends LiveOptions {
  /** ms since 1970 */
  readonly fetchedAt: number;
}

/** @param ask the network; throws Problem. @param learn receives the limits that the network reports for this account */
export function openAccountOptions(
  ask: (account: Account) => Promise<LiveOptions>,
  learn: (account: Account, rules: LiveOptions["rules"]) => Promise<void>,
  clock: Clock,
): AccountOptions {
  const cached = new Map<string, Known>();
  const failedAt = new Map<string, number>();
  const pending = new Map<string, Promise<Known>>();
  return { of, soon, last: (accountId) => cached.get(accountId) ?? null };

  function of(account: Account): Promise<Known> {
    const { id } = account;
    const known = cached.get(id);
    if (known && clock.now() - known.fetchedAt < KEEP_MS) return Promise.resolve(known);
    const running = pending.get(id) ?? fetchOptions(account).finally(() => pending.delete(id));
    pending.set(id, running);
    return running;
  }

  async function fetchOptions(account: Account): Promise<Known> {
    const options = await ask(account).catch(unavailable);
    await learn(account, options.rules);
    const fresh = { ...options, fetchedAt: clock.now() };
    if (cached.size >= MAX_KEPT) cached.clear();
    cached.set(account.id, fresh);
    failedAt.delete(account.id);
    return fresh;
  }

  async function soon(account: Account): Promise<Known | null> {
    if (clock.now() - (failedAt.get(account.id) ?? -FAILED_FOR_MS) < FAILED_FOR_MS) return null;
    const answer: Promise<Known | null> = of(account).catch(() => null);
    const known = await within(clock, SOON_MS, answer, () => null);
    if (failedAt.size >= MAX_KEPT) failedAt.clear();
    if (!known) failedAt.set(account.id, clock.now());
    return known;
  }
}

/** Whatever keeps the network from answering: the caller can only come back later. */
function unavailable(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new Problem("network_unavailable", error.detail, {}, { cause: error });
}
