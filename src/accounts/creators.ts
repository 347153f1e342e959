// What networks themselves answer about an account now, kept for a few minutes (D11).
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { Creator } from "../networks/network.ts";
import type { Account } from "./ports.ts";

const KEEP_MS = 5 * 60_000;
const MAX_KEPT = 1000;

export interface Creators {
  /** @throws Problem network_unavailable */
  of(account: Account): Promise<{ values: Creator["values"]; fetchedAt: number }>;
}

/** @param ask the network; throws Problem. @param learn limits of this account that the network told */
export function openCreators(
  ask: (account: Account) => Promise<Creator>,
  learn: (account: Account, rules: Creator["rules"]) => Promise<void>,
  clock: Clock,
): Creators {
  const kept = new Map<string, { values: Creator["values"]; fetchedAt: number }>();
  return {
    async of(account) {
      const known = kept.get(account.id);
      if (known && clock.now() - known.fetchedAt < KEEP_MS) return known;
      const { values, rules } = await ask(account).catch(unavailable);
      await learn(account, rules);
      const fresh = { values, fetchedAt: clock.now() };
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(account.id, fresh);
      return fresh;
    },
  };
}

/** Whatever keeps the network from answering: the caller can only come back later. */
function unavailable(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new Problem("network_unavailable", error.detail, {}, { cause: error });
}
