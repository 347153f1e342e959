// Connects accounts, and gives access to their current credentials.
import { pause, type Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import type { Call } from "../networks/client/call.ts";
import {
  StepFailedError,
  type Application,
  type ConnectIo,
  type Connection,
  type LiveOptions,
  type Credentials,
  type Grant,
  type Io,
  type Json,
  type Network,
} from "../networks/network.ts";
import { withChanges, type Rules } from "../networks/rules.ts";
import { boundedRules, cleanConnection } from "../networks/client/untrusted.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { accountEntry } from "./audit.ts";
import { needReconnect } from "./account-status.ts";
import type { Account, Accounts } from "./ports.ts";
import { openRefresher, type Refresher } from "./refresh.ts";
import { revoke, type DisconnectResult } from "./disconnect.ts";
import { openCredentialStore, reconnectNeeded } from "./credentials.ts";
import type { Vault } from "../auth/vault.ts";

export interface ConnectionsDeps {
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly network: (platform: string) => Network | null;
  readonly call: Call;
  /** The operator's application at a network. */
  readonly application: (network: Network) => Application | null;
  /** Base URL of a network for real accounts (with the operator's override), or for a simulated one. */
  readonly endpoint: (network: Network, purpose: string, simulatedHandle: string | null) => string;
  /** Why a simulated account can't have this handle, as a sentence; null when it can. */
  readonly handleFault: (handle: string) => string | null;
  /** What the simulator would have given on sign-in. */
  readonly simulatedConnection: (network: Network, handle: string) => Promise<Omit<Connection, "server">>;
  /** The right to renew credentials, among processes; null while another one has it. */
  readonly takeLock: () => Disposable | null;
  /** A write failed: makes room for what must be written. */
  readonly makeRoom: () => void;
  readonly signal: AbortSignal;
}

export interface Connections {
  /** The accounts that these fields may act for; none is connected yet (D44). @throws Problem */
  find(network: Network, fields: Credentials): Promise<readonly Connection[]>;
  /** The same for somebody who comes back from the network's page. @throws Problem */
  redeem(network: Network, grant: Grant): Promise<readonly Connection[]>;
  /** Connects what was found. @param actor for the audit log */
  connect(profileId: string, network: Network, connection: Connection, actor: string): Promise<Account>;
  /** Connects an account that exists only in the simulator; its handle decides how it behaves (D40). @throws Problem */
  simulate(profileId: string, network: Network, handle: string, actor: string): Promise<Account>;
  /** Forgets the credentials, and ends the sign-in at the network where that can be done. Null: it was disconnected. */
  disconnect(account: Account, audit: AuditEntry): Promise<DisconnectResult | null>;
  /** Where people agree at a network. */
  authorizeUrl(network: Network): { url: string; application: Application | null };
  /** Asks the network about the account, which also shows whether its credentials still work. @throws Problem */
  liveOptions(account: Account): Promise<LiveOptions>;
  io(accountId: string, progress: Progress): Promise<AccountIo>;
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

interface Tries {
  readonly count: number;
  /** When the first one began, ms. */
  readonly since: number;
}

interface Progress {
  readonly saved: Json;
  save(progress: Json): Promise<void>;
}

interface AccountIo {
  readonly io: Io;
  /** Of the credentials in there. */
  readonly credentialsVersion: number;
  readonly remoteAccountId: string;
  readonly rules: Rules;
}

export function openConnections(deps: ConnectionsDeps): Connections {
  const { accounts, vault, clock } = deps;
  const credentialStore = openCredentialStore(accounts, vault);
  const refresher = openRefresher({
    ...deps,
    credentialStore,
    connectIo: (network) => connectIo(network, null),
  });
  return {
    ...{ find, redeem, connect, simulate, disconnect, authorizeUrl },
    ...{ liveOptions, io, refreshCredentials: renew, needsReconnect, refresher },
  };

  async function find(network: Network, fields: Credentials) {
    const found = await network.connect.login(fields, connectIo(network, null)).catch(connectRefused);
    return found.map((one) => cleanConnection(one, clock.now()));
  }

  async function redeem(network: Network, grant: Grant) {
    const outside = connectIo(network, null);
    const fields = await network.connect.oauth?.exchange(grant, outside).catch(connectRefused);
    if (!fields) throw new Error(`${network.id} is not signed in at`);
    return await find(network, fields);
  }

  async function connect(profileId: string, network: Network, connection: Connection, actor: string) {
    return await keep({ profileId, network, connection, simulated: false, actor });
  }

  async function simulate(profileId: string, network: Network, handle: string, actor: string) {
    const fault = deps.handleFault(handle);
    if (fault !== null)
      throw new Problem("invalid_request", fault, { errors: [{ pointer: "/handle", message: fault }] });
    const simulated = await deps.simulatedConnection(network, handle);
    // The simulator of another day has other tokens: they are asked for when they are needed.
    const connection = { ...simulated, server: null, handle, credentials: {}, expiresAt: null };
    return await keep({ profileId, network, connection, simulated: true, actor });
  }

  async function keep({ profileId, network, connection, simulated, actor }: Connecting) {
    const now = clock.now();
    const { credentials, expiresAt, remoteId, ...shown } = cleanConnection(connection, now);
    const account: Omit<Account, "credentialsVersion"> = {
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
    const outside = network && connectIo(network, null);
    return await revoke(account, audit, { ...deps, credentialStore, network, io: outside });
  }

  function authorizeUrl(network: Network) {
    const { endpoint = "", path = "" } = network.connect.oauth?.authorize ?? {};
    return {
      url: deps.endpoint(network, endpoint, null) + path,
      application: deps.application(network),
    };
  }

  async function liveOptions(account: Account): Promise<LiveOptions> {
    try {
      const { io: outside } = await ioOf(account.id, { saved: null, save: async () => {} }, true);
      const { values, rules } = await networkOf(account).liveOptions(outside);
      return { values, rules: boundedRules(rules) };
    } catch (error) {
      return connectRefused(error);
    }
  }

  async function io(accountId: string, progress: Progress): Promise<AccountIo> {
    return await ioOf(accountId, progress, false);
  }

  async function ioOf(accountId: string, progress: Progress, insists: boolean): Promise<AccountIo> {
    const account = await existing(accountId);
    const network = networkOf(account);
    const { credentials, version } = account.simulated
      ? { ...(await deps.simulatedConnection(network, account.handle)), version: account.credentialsVersion }
      : await refresher.current(account, network, insists);
    return {
      credentialsVersion: version,
      io: {
        ...connectIo(network, account.simulated ? account.handle : null),
        ...{ ...progress, credentials, media: [] },
      },
      remoteAccountId: account.simulated ? account.remoteId.replace(/^simulated:/, "") : account.remoteId,
      rules: withChanges(network.rules, account.rules),
    };
  }

  async function renew(accountId: string, used: number, { count, since }: Tries): Promise<boolean> {
    const account = await existing(accountId);
    if (account.credentialsVersion !== used) return true;
    // Renewed for an earlier try, and refused all the same.
    const renewedBefore = count > 1 && account.credentialsAt >= since;
    if (account.simulated || renewedBefore) return false;
    return await refresher.renew(account, networkOf(account), since);
  }

  async function needsReconnect(accountId: string, used: number, detail: string): Promise<void> {
    const account = await accounts.find(accountId);
    if (account) await needReconnect(deps, account, used, detail);
  }

  async function existing(id: string): Promise<Account> {
    const account = await accounts.find(id);
    if (!account) throw reconnectNeeded("The account was removed. Connect it again.");
    if (account.status === "disconnected")
      throw reconnectNeeded("The account is disconnected. Connect it again.");
    return account;
  }

  function networkOf(account: Account): Network {
    const network = deps.network(account.platform);
    if (!network) throw reconnectNeeded(`This Crier does not know the network ${account.platform}.`);
    return network;
  }

  function connectIo(network: Network, simulatedHandle: string | null): ConnectIo {
    return {
      call: deps.call,
      endpoint: (purpose) => deps.endpoint(network, purpose, simulatedHandle),
      now: () => clock.now(),
      pause: (ms) => pause(clock, ms, deps.signal),
      signal: deps.signal,
      application: simulatedHandle === null ? deps.application(network) : SIMULATED_APPLICATION,
    };
  }
}

/** The simulator takes any. */
const SIMULATED_APPLICATION: Application = {
  id: "simulated-application",
  secret: "simulated-application-secret",
};
const SIMULATED = "simulated:";

/** While connecting, a person is waiting: what the network said is the answer. */
function connectRefused(error: unknown): never {
  if (!(error instanceof StepFailedError)) throw error;
  const code = error.outcome.kind === "refused" ? "connect_refused" : "network_unavailable";
  throw new Problem(code, error.outcome.detail, {}, { cause: error });
}
