// Connects accounts, and gives access to their current credentials.
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import {
  StepFailedError,
  type Application,
  type ConnectIo,
  type Connection,
  type LiveOptions,
  type Credentials,
  type Grant,
  type Network,
} from "../networks/network.ts";
import { boundedRules, cleanConnection } from "../networks/client/untrusted.ts";
import type { AuditEntry } from "../domain/audit.ts";
import {
  connectedAccount,
  connectIo,
  networkOf,
  openAccountIo,
  SIMULATED,
  type AccountIoDeps,
} from "./account-io.ts";
import { accountEntry } from "./audit.ts";
import { needReconnect } from "./account-status.ts";
import type { Account, NewAccount } from "../domain/account.ts";
import type { TakeRefreshLock } from "./refresh-lock.ts";
import { openRefresher, type Refresher } from "./refresh.ts";
import { revoke, type DisconnectResult } from "./disconnect.ts";
import { openCredentialStore } from "./credentials.ts";
import type { Vault } from "../auth/vault.ts";
import type { AttemptProgress, AccountIo, Tries } from "../networks/account-io.ts";

export interface ConnectionsDeps extends AccountIoDeps {
  readonly vault: Vault;
  readonly log: Log;
  readonly newId: NewId;
  /** Why a simulated account can't have this handle, as a sentence; null when it can. */
  readonly handleFault: (handle: string) => string | null;
  /** Why no simulated account can be connected now, as a sentence; null when one can. */
  readonly simulatorFault: () => Promise<string | null>;
  /** The right to renew credentials, among processes; null while another one has it. */
  readonly takeLock: TakeRefreshLock;
  /** A write failed: makes room for what must be written. */
  readonly makeRoom: () => void;
}

export interface Connections {
  /** The accounts that these fields may act for; none is connected yet (D44). @throws Problem */
  find(network: Network, fields: Credentials): Promise<readonly Connection[]>;
  /** The same for a person who comes back from the network's page. @throws Problem */
  redeem(network: Network, grant: Grant): Promise<readonly Connection[]>;
  /** Connects what was found. @param actor for the audit log */
  connect(profileId: string, network: Network, connection: Connection, actor: string): Promise<Account>;
  /** Connects an account that exists only in the simulator; its handle decides how it behaves (D40). @throws Problem */
  simulate(profileId: string, network: Network, handle: string, actor: string): Promise<Account>;
  /** Why no simulated account can be connected now, as a sentence; null when one can. */
  simulatorFault(): Promise<string | null>;
  /** Forgets the credentials, and ends the sign-in at the network where that can be done. Null: it was disconnected. */
  disconnect(account: Account, audit: AuditEntry): Promise<DisconnectResult | null>;
  /** Where people agree at a network, and the application with which Crier asks them. */
  authorizeUrl(network: Network): Promise<{ url: string; application: Application | null }>;
  /** What a connector needs at a network before there is an account. */
  outside(network: Network): Promise<ConnectIo>;
  /** Asks the network about the account, which also shows whether its credentials still work. @throws Problem */
  liveOptions(account: Account): Promise<LiveOptions>;
  io(accountId: string, progress: AttemptProgress): Promise<AccountIo>;
  /** After the network refused the credentials of version `used` in one of several tries. Throws StepFailedError. */
  refreshCredentials(accountId: string, used: number, tries: Tries): Promise<boolean>;
  /** Unless the account has others than those of version `used` by now. */
  needsReconnect(accountId: string, used: number, detail: string): Promise<void>;
  readonly refresher: Refresher;
}

interface Connecting {
  readonly profileId: string;
  readonly network: Network;
  readonly connection: Connection;
  readonly simulated: boolean;
  readonly actor: string;
}

export function openConnections(deps: ConnectionsDeps): Connections {
  const { accounts, vault, clock } = deps;
  const credentialStore = openCredentialStore(accounts, vault);
  const refresher = openRefresher({
    ...deps,
    credentialStore,
    connectIo: (network) => connectIo(network, null, deps),
  });
  return {
    find,
    redeem,
    connect,
    simulate,
    simulatorFault: deps.simulatorFault,
    disconnect,
    authorizeUrl,
    outside: (network) => connectIo(network, null, deps),
    liveOptions,
    io,
    refreshCredentials: renew,
    needsReconnect,
    refresher,
  };

  async function find(network: Network, fields: Credentials) {
    const found = await network.connect
      .login(fields, await connectIo(network, null, deps))
      .catch(connectRefused);
    return found.map((one) => cleanConnection(one, clock.now()));
  }

  async function redeem(network: Network, grant: Grant) {
    const outside = await connectIo(network, null, deps);
    const fields = await network.connect.oauth?.exchange(grant, outside).catch(connectRefused);
    if (!fields) throw new Error(`${network.id} is not signed in at`);
    const scopes = outside.application?.scopes ?? network.connect.oauth?.scopes ?? [];
    return (await find(network, fields)).map((one) => ({ ...one, scopes }));
  }

  async function connect(profileId: string, network: Network, connection: Connection, actor: string) {
    return await keep({ profileId, network, connection, simulated: false, actor });
  }

  async function simulate(profileId: string, network: Network, handle: string, actor: string) {
    const fault = deps.handleFault(handle);
    if (fault !== null)
      throw new Problem("invalid_request", fault, { errors: [{ pointer: "/handle", message: fault }] });
    const simulated = await deps.simulatedConnection(network, handle).catch(connectRefused);
    // The simulator of another day has other tokens: they are asked for when they are needed.
    const connection = { ...simulated, server: null, handle, credentials: {}, expiresAt: null };
    return await keep({ profileId, network, connection, simulated: true, actor });
  }

  async function keep({ profileId, network, connection, simulated, actor }: Connecting) {
    const now = clock.now();
    const { credentials, expiresAt, remoteId, scopes = null, ...shown } = cleanConnection(connection, now);
    const account: NewAccount = {
      ...shown,
      id: deps.newId(),
      profileId,
      platform: network.id,
      // A simulated account never stands in the place of a real one.
      remoteId: simulated ? `${SIMULATED}${remoteId}` : remoteId,
      status: "active",
      statusDetail: null,
      simulated,
      tokenExpiresAt: expiresAt,
      connectedAt: now,
      credentialsAt: now,
      refreshAskedAt: null,
      scopes,
    };
    const act = { at: now, actor, action: "account.connect" };
    return await accounts.connect(
      account,
      (id) => credentialStore.seal(id, credentials),
      (id) => accountEntry({ ...account, id }, act, { simulated }),
    );
  }

  async function disconnect(account: Account, audit: AuditEntry) {
    const network = deps.network(account.platform);
    const outside = network && (await connectIo(network, null, deps));
    return await revoke(account, audit, { ...deps, credentialStore, network, io: outside });
  }

  async function authorizeUrl(network: Network) {
    const { endpoint = "", path = "" } = network.connect.oauth?.authorize ?? {};
    return {
      url: deps.endpoint(network, endpoint, null) + path,
      application: await deps.application(network),
    };
  }

  async function liveOptions(account: Account): Promise<LiveOptions> {
    try {
      const { io: outside } = await openAccountIo(account.id, NO_PROGRESS, refresher, true, deps);
      const { values, rules } = await networkOf(account, deps).liveOptions(outside);
      return { values, rules: boundedRules(rules) };
    } catch (error) {
      return connectRefused(error);
    }
  }

  async function io(accountId: string, progress: AttemptProgress): Promise<AccountIo> {
    return await openAccountIo(accountId, progress, refresher, false, deps);
  }

  async function renew(accountId: string, used: number, { count, since }: Tries): Promise<boolean> {
    const account = await connectedAccount(accountId, deps);
    if (account.credentialsVersion !== used) return true;
    // Renewed for an earlier try, and refused all the same.
    const renewedBefore = count > 1 && account.credentialsAt >= since;
    if (account.simulated || renewedBefore) return false;
    return await refresher.renew(account, networkOf(account, deps), since);
  }

  async function needsReconnect(accountId: string, used: number, detail: string): Promise<void> {
    const account = await accounts.find(accountId);
    if (account) await needReconnect(deps, account, used, detail);
  }
}

const NO_PROGRESS: AttemptProgress = { saved: null, save: async () => {} };

/** While connecting, a person is waiting: what the network said is the answer. */
function connectRefused(error: unknown): never {
  if (!(error instanceof StepFailedError)) throw error;
  const code = error.outcome.kind === "refused" ? "connect_refused" : "network_unavailable";
  throw new Problem(code, error.outcome.detail, {}, { cause: error });
}
