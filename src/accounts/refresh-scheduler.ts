// Refreshes credentials before they expire, even for unused accounts, and warns about those it cannot refresh.
import { every, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { StepFailedError, type Network } from "../networks/network.ts";
import { needReconnect, warnOfEnd } from "./account-status.ts";
import type { Account } from "../domain/account.ts";
import type { Nodes } from "../domain/store/nodes.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import type { Refresher } from "./refresh.ts";

const DAY_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** How long before the end people are warned, ms. */
const TELL_BEFORE_MS = 7 * DAY_MS;
/** After a renewal that failed, ms: at first, and at most. */
const AGAIN_MS = 60_000;
const AGAIN_AT_MOST_MS = 3_600_000;

export interface RefreshSchedulerDeps {
  readonly accounts: Pick<Accounts, "ending" | "block" | "noteExpiry">;
  readonly refresher: Refresher;
  /** Where several processes deliver, one of them looks. */
  readonly isLeader: Nodes["isLeader"];
  readonly network: (platform: string) => Network | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** @returns a function that ends it; a renewal under way goes on */
export function startRefreshScheduler(deps: RefreshSchedulerDeps): () => void {
  const { accounts, refresher, clock, log } = deps;
  /** Accounts whose renewal failed: how often in a row, and when the next try is. */
  const failed = new Map<string, { times: number; nextAt: number }>();
  const rounds = every(clock, LOOK_EVERY_MS, round);
  return () => void rounds.stop();

  async function round(stopping: AbortSignal): Promise<void> {
    try {
      if (!(await deps.isLeader())) return;
      for (const account of await accounts.ending()) {
        if (stopping.aborted) return;
        await look(account);
      }
    } catch (error) {
      log.error("refresh_round_failed", { cause: error });
    }
  }

  async function look(account: Account): Promise<void> {
    const network = deps.network(account.platform);
    if (!network) return;
    if (!network.connect.refresh) return await endsForGood(account, network);
    const now = clock.now();
    if (now < refreshAt(account) || now < (failed.get(account.id)?.nextAt ?? 0)) return;
    await renew(account, network);
  }

  async function renew(account: Account, network: Network): Promise<void> {
    try {
      const done = await refresher.renew(account, network, account.credentialsAt);
      failed.delete(account.id);
      if (!done) await endsForGood(account, network);
    } catch (error) {
      const times = (failed.get(account.id)?.times ?? 0) + 1;
      const wait = Math.min(AGAIN_MS * 2 ** (times - 1), AGAIN_AT_MOST_MS);
      failed.set(account.id, { times, nextAt: clock.now() + wait });
      const why = error instanceof StepFailedError ? { detail: error.outcome.detail } : { cause: error };
      log.warn("renewal_failed", { accountId: account.id, platform: account.platform, ...why });
      await maySoonEnd(account, network);
    }
  }

  /** Only the person can get new credentials. */
  async function endsForGood(account: Account, { name }: Network): Promise<void> {
    const { left, life, on, endsAt } = endOf(account);
    if (left <= 0) {
      const detail = `${name} let Crier act for this account until ${on}. Connect it again.`;
      await needReconnect(deps, account, account.credentialsVersion, detail);
    } else if (left < Math.min(TELL_BEFORE_MS, life)) {
      const detail = `${name} lets Crier act for this account until ${on}. Connect it again before.`;
      await warnOfEnd(deps, account, endsAt, detail);
    }
  }

  /** Long ones that could not be renewed so far; short ones are asked for again when they are needed. */
  async function maySoonEnd(account: Account, { name }: Network): Promise<void> {
    const { left, life, on, endsAt } = endOf(account);
    if (left <= 0 || left >= TELL_BEFORE_MS || life < TELL_BEFORE_MS) return;
    const detail = `Crier has not been able to renew this sign-in; it expires at ${name} on ${on}. Crier keeps trying.`;
    await warnOfEnd(deps, account, endsAt, detail);
  }

  function endOf({ credentialsAt, tokenExpiresAt }: Account) {
    const endsAt = tokenExpiresAt ?? Infinity;
    const on = `${new Date(tokenExpiresAt ?? 0).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    return { endsAt, on, left: endsAt - clock.now(), life: endsAt - credentialsAt };
  }
}

/**
 * When credentials are refreshed although they are not in use: after about two thirds of their life, not all at once,
 * and early enough to say a week before that there are none. At most once a day: short ones are renewed when they are
 * used, and daily so that the grant behind them lives on. Where the last answer was lost, at once: many networks take
 * the old ones for a short while more.
 */
export function refreshAt({ id, credentialsAt, tokenExpiresAt, refreshAskedAt }: Account): number {
  if (tokenExpiresAt === null) return Infinity;
  if (refreshAskedAt !== null) return refreshAskedAt;
  const life = tokenExpiresAt - credentialsAt;
  const latest = Math.max(life - TELL_BEFORE_MS, life / 2);
  return credentialsAt + Math.max(Math.min(life * share(id), latest), DAY_MS);
}

/** From 0.6 to 0.75, for each account its own. */
function share(id: string): number {
  const number = new DataView(new Bun.CryptoHasher("sha256").update(id).digest().buffer).getUint32(0);
  return 0.6 + 0.15 * (number / 2 ** 32);
}
