// Opens what a connector needs to act for an account: credentials, endpoints, and the means to call the network.
import { pause, type Clock } from "../clock.ts";
import type { Call } from "../networks/client/call.ts";
import type { Application, ConnectIo, Connection, Network } from "../networks/network.ts";
import { withChanges } from "../domain/rules.ts";
import { reconnectNeeded } from "./credentials.ts";
import type { Account } from "../domain/account.ts";
import type { AccountIo, AttemptProgress } from "../networks/account-io.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import type { Refresher } from "./refresh.ts";

export interface AccountIoDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** What calls a network. */
  readonly call: (platform: string) => Call;
  readonly network: (platform: string) => Network | null;
  /** The operator's application at a network. */
  readonly application: (network: Network) => Promise<Application | null>;
  /** Base URL of a network for real accounts (with the operator's override), or for a simulated one. */
  readonly endpoint: (network: Network, purpose: string, simulatedHandle: string | null) => string;
  /** What the simulator would have given on sign-in. */
  readonly simulatedConnection: (network: Network, handle: string) => Promise<Omit<Connection, "server">>;
  readonly signal: AbortSignal;
}

/**
 * @param force refreshes the credentials also where the network has said that the grant is gone
 * @throws StepFailed when the account has to be connected again
 */
export async function openAccountIo(
  accountId: string,
  progress: AttemptProgress,
  refresher: Refresher,
  force: boolean,
  deps: AccountIoDeps,
): Promise<AccountIo> {
  const account = await connectedAccount(accountId, deps);
  const network = networkOf(account, deps);
  const { simulated, handle, remoteId, credentialsVersion } = account;
  const { credentials, version } = simulated
    ? { ...(await deps.simulatedConnection(network, handle)), version: credentialsVersion }
    : await refresher.current(account, network, force);
  return {
    credentialsVersion: version,
    io: {
      ...(await connectIo(network, simulated ? handle : null, deps)),
      ...progress,
      credentials,
      media: [],
    },
    remoteAccountId: simulated ? remoteId.slice(SIMULATED.length) : remoteId,
    rules: withChanges(network.rules, account.rules),
  };
}

/** @throws StepFailed when it was removed or disconnected */
export async function connectedAccount(
  id: string,
  { accounts }: Pick<AccountIoDeps, "accounts">,
): Promise<Account> {
  const account = await accounts.find(id);
  if (!account) throw reconnectNeeded("The account was removed. Connect it again.");
  if (account.status === "disconnected")
    throw reconnectNeeded("The account is disconnected. Connect it again.");
  return account;
}

/** @throws StepFailed when this version does not know the network */
export function networkOf(account: Account, deps: Pick<AccountIoDeps, "network">): Network {
  const network = deps.network(account.platform);
  if (!network) throw reconnectNeeded(`This Crier does not know the network ${account.platform}.`);
  return network;
}

/** @param simulatedHandle null for a real account */
export async function connectIo(
  network: Network,
  simulatedHandle: string | null,
  deps: AccountIoDeps,
): Promise<ConnectIo> {
  const { call, clock, signal } = deps;
  return {
    call: call(network.id),
    endpoint: (purpose) => deps.endpoint(network, purpose, simulatedHandle),
    now: () => clock.now(),
    pause: (ms) => pause(clock, ms, signal),
    signal,
    application: simulatedHandle === null ? await deps.application(network) : SIMULATED_APPLICATION,
  };
}

/** The simulator accepts any application. */
const SIMULATED_APPLICATION: Application = {
  id: "simulated-application",
  secret: "simulated-application-secret",
};
/** Marks the remote id of a simulated account, so that it never takes the place of a real one. */
export const SIMULATED = "simulated:";
