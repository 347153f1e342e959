// Connected accounts: made from what a network answered, their credentials sealed and kept fresh.
import { pause, type Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import type { Call } from "../networks/call.ts";
import {
  Stop,
  type Application,
  type ConnectIo,
  type Connection,
  type Creator,
  type Credentials,
  type Io,
  type Json,
  type Network,
} from "../networks/network.ts";
import { withChanges, type Rules } from "../networks/rules.ts";
import type { Account, Accounts } from "./ports.ts";
import type { Vault } from "./vault.ts";

/** Credentials that end within this time are renewed before they are used, ms. */
const RENEW_BEFORE_MS = 10 * 60_000;

export interface ConnectionsDeps {
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly network: (platform: string) => Network | null;
  readonly call: Call;
  /** The operator's application at a network. */
  readonly application: (network: Network) => Application | null;
  /** Base URL of a network for real accounts (with the operator's override), or for a simulated one. */
  readonly endpoint: (network: Network, purpose: string, simulatedHandle: string | null) => string;
  /** What the simulator would have given on sign-in. */
  readonly simulatedConnection: (network: Network, handle: string) => Promise<Omit<Connection, "server">>;
  readonly signal: AbortSignal;
}

export interface Connections {
  /** Checks the typed credentials at the network and connects the account (D44). */
  login(profileId: string, network: Network, fields: Readonly<Record<string, string>>): Promise<Account>;
  /** Connects an account that exists only in the simulator; its handle decides how it behaves (D40). */
  simulate(profileId: string, network: Network, handle: string): Promise<Account>;
  /** Asks the network about the account, which also shows whether its credentials still work. @throws Problem */
  creator(account: Account): Promise<Creator>;
  io(accountId: string, progress: Progress): Promise<AccountIo>;
  renew(accountId: string): Promise<boolean>;
  needsReconnect(accountId: string, detail: string): Promise<void>;
}

interface Progress {
  readonly saved: Json;
  save(progress: Json): Promise<void>;
}

interface AccountIo {
  readonly io: Io;
  readonly remoteAccountId: string;
  readonly rules: Rules;
}

export function openConnections(deps: ConnectionsDeps): Connections {
  const { accounts, vault, clock } = deps;
  /** One refresh per account at a time: a second use of a refresh token may end the grant. */
  const renewing = new Map<string, Promise<Credentials | null>>();
  return { login, simulate, creator, io, renew, needsReconnect };

  async function login(profileId: string, network: Network, fields: Readonly<Record<string, string>>) {
    const found = await network.connect.login(fields, connectIo(network, null)).catch(connectRefused);
    const [connection] = found;
    if (!connection) throw new Error(`${network.id} signs in and names no account`);
    return await connect(profileId, network, connection, false);
  }

  async function simulate(profileId: string, network: Network, handle: string) {
    const connection = await deps.simulatedConnection(network, handle);
    // The simulator of another day has other tokens: they are asked for when they are needed.
    return await connect(
      profileId,
      network,
      { ...connection, server: simulatedServer(handle), handle, credentials: {}, expiresAt: null },
      true,
    );
  }

  async function connect(profileId: string, network: Network, connection: Connection, simulated: boolean) {
    // A simulated account never stands in the place of a real one.
    const remoteId = simulated ? `simulated:${connection.remoteId}` : connection.remoteId;
    const id = (await accounts.known(profileId, network.id, remoteId)) ?? deps.newId();
    const account: Account = {
      id,
      profileId,
      platform: network.id,
      remoteId,
      server: connection.server,
      handle: connection.handle,
      displayName: connection.displayName,
      avatarUrl: connection.avatarUrl,
      profileUrl: connection.profileUrl,
      status: "active",
      statusDetail: null,
      simulated,
      rules: connection.rules,
      tokenExpiresAt: connection.expiresAt,
      connectedAt: clock.now(),
    };
    await accounts.connect(account, vault.seal(JSON.stringify(connection.credentials), place(id)));
    return account;
  }

  async function creator(account: Account): Promise<Creator> {
    try {
      const { io: outside } = await io(account.id, { saved: null, save: async () => {} });
      return await networkOf(account).creator(outside);
    } catch (error) {
      return connectRefused(error);
    }
  }

  async function io(accountId: string, progress: Progress): Promise<AccountIo> {
    const account = await existing(accountId);
    const network = networkOf(account);
    const credentials = await credentialsOf(account, network);
    return {
      io: {
        ...connectIo(network, account.simulated ? account.handle : null),
        ...{ ...progress, credentials, media: [] },
      },
      remoteAccountId: account.simulated ? account.remoteId.replace(/^simulated:/, "") : account.remoteId,
      rules: withChanges(network.rules, account.rules),
    };
  }

  async function credentialsOf(account: Account, network: Network): Promise<Credentials> {
    const kept = await unsealed(account.id);
    if (account.simulated) return (await deps.simulatedConnection(network, account.handle)).credentials;
    const expiring =
      account.tokenExpiresAt !== null && account.tokenExpiresAt - clock.now() < RENEW_BEFORE_MS;
    return (expiring ? await renewed(account) : null) ?? kept.credentials;
  }

  async function renew(accountId: string): Promise<boolean> {
    return (await renewed(await existing(accountId))) !== null;
  }

  async function needsReconnect(accountId: string, detail: string): Promise<void> {
    await accounts.setStatus(accountId, "needs_reconnect", detail);
  }

  /** Fresh credentials; null where the network's never end. Throws Stop when the network refuses. */
  function renewed(account: Account): Promise<Credentials | null> {
    const running = renewing.get(account.id) ?? refresh(account).finally(() => renewing.delete(account.id));
    renewing.set(account.id, running);
    return running;
  }

  async function refresh(account: Account): Promise<Credentials | null> {
    const network = networkOf(account);
    if (!network.connect.refresh || account.simulated) return null;
    const { credentials, version } = await unsealed(account.id);
    const fresh = await network.connect.refresh(credentials, connectIo(network, null));
    const sealed = vault.seal(JSON.stringify(fresh.credentials), place(account.id));
    const won = await accounts.renew(account.id, version, sealed, fresh.expiresAt);
    // Another process was faster: what it stored is newer than ours.
    return won ? fresh.credentials : (await unsealed(account.id)).credentials;
  }

  async function unsealed(id: string): Promise<{ credentials: Credentials; version: number }> {
    const sealed = await accounts.sealed(id);
    if (!sealed) throw reconnect("The account is disconnected. Connect it again.");
    return {
      credentials: JSON.parse(vault.open(sealed.bytes, place(id))) as Credentials,
      version: sealed.version,
    };
  }

  async function existing(id: string): Promise<Account> {
    const account = await accounts.find(id);
    if (!account) throw reconnect("The account was removed. Connect it again.");
    return account;
  }

  function networkOf(account: Account): Network {
    const network = deps.network(account.platform);
    if (!network) throw reconnect(`This Crier does not know the network ${account.platform}.`);
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
const SIMULATED_APPLICATION: Application = { id: "simulated", secret: "simulated" };
const SIMULATED = "simulated:";

/** Each simulated account behaves as its handle says, so none shares the fate of another. */
const simulatedServer = (handle: string) => `${SIMULATED}${handle}`;
export const isSimulatedServer = (server: string) => server.startsWith(SIMULATED);

const place = (id: string) => `account/${id}/credentials`;

function reconnect(detail: string): Stop {
  return new Stop({ kind: "refused", category: "auth", detail });
}

/** While connecting, a person is waiting: what the network said is the answer. */
function connectRefused(error: unknown): never {
  if (!(error instanceof Stop)) throw error;
  const code = error.outcome.kind === "refused" ? "connect_refused" : "network_unavailable";
  throw new Problem(code, error.outcome.detail, {}, { cause: error });
}
