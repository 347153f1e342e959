// Refreshes credentials: one refresh per account at a time across all processes, and no response is lost unnoticed.
import { pause, within, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Answer } from "../networks/client/call.ts";
import {
  StepFailedError,
  type ConnectIo,
  type Credentials,
  type Network,
  type Renewal,
} from "../networks/network.ts";
import { needReconnect } from "./account-status.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import type { StoredCredentials, CredentialStore } from "./credentials.ts";
import { openRefreshLock, type TakeRefreshLock } from "./refresh-lock.ts";

/** Credentials that end within this time are renewed before they are used, ms. */
const RENEW_BEFORE_MS = 10 * 60_000;
/** Between attempts to write while the disk refuses, ms. */
const WRITE_AGAIN_MS = 1000;
const LONGEST_STOP_MS = 10_000;

export interface RefresherDeps {
  readonly accounts: Accounts;
  readonly credentialStore: CredentialStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly takeLock: TakeRefreshLock;
  /** A write failed: makes room for what must be written. */
  readonly makeRoom: () => void;
  readonly connectIo: (network: Network) => Promise<ConnectIo>;
  /** Waiting ends when the appliance stops. */
  readonly signal: AbortSignal;
}

export interface Refresher {
  /**
   * What the account is used with now: renewed before, when it ends soon. Throws StepFailedError.
   * @param force also where the network has said that the grant is gone
   */
  current(account: Account, network: Network, force: boolean): Promise<StoredCredentials>;
  /**
   * New credentials, unless there are some that were made after `since`, ms.
   * @returns false where these credentials can't be renewed. Throws StepFailedError: `auth` only when the network says so.
   */
  renew(account: Account, network: Network, since: number): Promise<boolean>;
  /** Until nothing is under way, for a while at most: a stop must not lose new credentials. */
  idle(): Promise<void>;
}

export function openRefresher(deps: RefresherDeps): Refresher {
  const { accounts, credentialStore, clock, log, signal } = deps;
  /** A second use of a refresh token may end the grant: later callers wait for the same answer. */
  const running = new Map<string, Promise<Credentials | null>>();
  const refreshLock = openRefreshLock(deps.takeLock, clock, signal);
  return { current, renew, idle };

  async function current(account: Account, network: Network, force: boolean): Promise<StoredCredentials> {
    const readStored = () => credentialStore.read(account.id);
    const mayRenew = account.status === "active" || force;
    if (!network.connect.refresh || !mayRenew || !endsSoon(account)) return await readStored();
    try {
      await once(account, network, endsSoon);
      return await readStored();
    } catch (error) {
      // They work until they end, and the next use asks again.
      if (!isClearNo(error) && !endsSoon(account, 0)) return await readStored();
      throw error;
    }
  }

  async function renew(account: Account, network: Network, since: number): Promise<boolean> {
    if (!network.connect.refresh || account.status !== "active") return false;
    return (await once(account, network, ({ credentialsAt }) => credentialsAt <= since)) !== null;
  }

  async function idle(): Promise<void> {
    const ended = Promise.allSettled(running.values());
    await within<unknown>(clock, LONGEST_STOP_MS, ended, () => null);
  }

  function endsSoon({ tokenExpiresAt }: Account, withinMs = RENEW_BEFORE_MS): boolean {
    return tokenExpiresAt !== null && tokenExpiresAt - clock.now() < withinMs;
  }

  function once({ id }: Account, network: Network, needed: Needed): Promise<Credentials | null> {
    const there = running.get(id);
    if (there) return there;
    const refreshing = refreshLock
      .during(id, () => refresh(id, network, needed))
      .finally(() => running.delete(id));
    running.set(id, refreshing);
    return refreshing;
  }

  /** @param needed whether the account as it is now still needs it: another process may have been faster */
  async function refresh(id: string, network: Network, needed: Needed): Promise<Credentials | null> {
    for (;;) {
      const [account, kept] = [await accounts.find(id), await credentialStore.read(id)];
      if (!account || !needed(account)) return kept.credentials;
      // On disk before anything leaves: after a death in between, what is stored is known to be in doubt.
      if (await accounts.askRefresh(id, kept.version, clock.now())) return await ask(account, kept, network);
    }
  }

  async function ask(
    account: Account,
    kept: StoredCredentials,
    network: Network,
  ): Promise<Credentials | null> {
    const { io, seen } = watch(await deps.connectIo(network));
    try {
      const fresh = await network.connect.refresh?.(kept.credentials, io);
      if (fresh) return await keep(account, kept, fresh);
    } catch (error) {
      if (!seen.open) await settle(account, kept);
      // A no without a question is not the network's: these can't be renewed, and work until they end.
      if (isClearNo(error) && !seen.asked) return null;
      throw isClearNo(error) ? await requireReconnect(account, kept, error) : error;
    }
    await settle(account, kept);
    return null;
  }

  /** The old ones may be worth nothing by now, so this does not end before the new ones are on disk. */
  async function keep(
    account: Account,
    { version }: StoredCredentials,
    fresh: Renewal,
  ): Promise<Credentials> {
    const { credentials, expiresAt } = fresh;
    const renewed = { sealed: credentialStore.seal(account.id, credentials), expiresAt, at: clock.now() };
    for (;;) {
      try {
        const won = await accounts.renew(account.id, version, renewed);
        log.info("credentials_renewed", { accountId: account.id, platform: account.platform });
        // Connected again or disconnected meanwhile: then the stored credentials count.
        return won ? credentials : (await credentialStore.read(account.id)).credentials;
      } catch (error) {
        deps.makeRoom();
        log.error("renewal_not_stored", { accountId: account.id, platform: account.platform, cause: error });
        if (signal.aborted) throw error;
        await pause(clock, WRITE_AGAIN_MS, signal);
      }
    }
  }

  /** The network answered and gave nothing new: what was in doubt before still is, and nothing more. */
  async function settle({ id, refreshAskedAt }: Account, { version }: StoredCredentials): Promise<void> {
    await accounts.settleRefresh(id, version, refreshAskedAt);
  }

  async function requireReconnect(
    account: Account,
    { version }: StoredCredentials,
    { outcome }: StepFailedError,
  ): Promise<StepFailedError> {
    const askedAt = account.refreshAskedAt;
    const detail = askedAt === null ? outcome.detail : `${outcome.detail} ${explainLoss(askedAt)}`;
    await needReconnect(deps, account, version, detail);
    return new StepFailedError({ kind: "refused", category: "auth", detail });
  }
}

type Needed = (account: Account) => boolean;

/** The network's own word that the grant is gone. */
function isClearNo(error: unknown): error is StepFailedError {
  return (
    error instanceof StepFailedError && error.outcome.kind === "refused" && error.outcome.category === "auth"
  );
}

interface Seen {
  /** The network was asked anything at all. */
  asked: boolean;
  /** A response may have held new credentials that did not arrive here. */
  open: boolean;
}

function watch(io: ConnectIo): { io: ConnectIo; seen: Seen } {
  const seen: Seen = { asked: false, open: false };
  const call: ConnectIo["call"] = async (request) => {
    seen.asked = true;
    const answer = await io.call(request);
    seen.open ||= mayHaveRenewed(answer);
    return answer;
  };
  return { io: { ...io, call }, seen };
}

/** Everything but a clear no from before anything was done. */
function mayHaveRenewed(answer: Answer): boolean {
  if (answer.kind !== "answered") return answer.kind === "lost";
  return answer.status < 400 || answer.status >= 500 || [408, 409, 425].includes(answer.status);
}

function explainLoss(askedAt: number): string {
  const at = new Date(askedAt).toISOString().slice(0, 16).replace("T", " ");
  return (
    `On ${at} UTC Crier requested new credentials and did not receive the response, because it was stopped or the ` +
    "connection was lost: they may have been replaced then. Published posts are not affected."
  );
}
