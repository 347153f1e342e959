// Disconnects an account: deletes its credentials and, where possible, revokes access at the network.
import { within, type Clock } from "../clock.ts";
import type { AuditEntry } from "../domain/audit.ts";
import type { Log } from "../log.ts";
import { type ConnectIo, type Credentials, type Network, StepFailedError } from "../networks/network.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import type { CredentialStore } from "./credentials.ts";

/** The longest wait for a network to confirm, ms. */
const LONGEST_MS = 10_000;
/** Which credentials are secrets, and so tell two sign-ins apart. */
const SECRET = /jwt|token|password|secret/i;

export interface DisconnectResult {
  /** Whether the network ended the sign-in; null: not asked. */
  readonly revoked: boolean | null;
  /** A sentence for a person: what the network knows of it. */
  readonly detail: string;
}

export interface RevokeDeps {
  readonly accounts: Accounts;
  readonly credentialStore: CredentialStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Null when this version does not know it. */
  readonly network: Network | null;
  readonly io: ConnectIo | null;
}

/** The account is disconnected whatever the network says. @returns null when it was disconnected before */
export async function revoke(
  account: Account,
  audit: AuditEntry,
  deps: RevokeDeps,
): Promise<DisconnectResult | null> {
  const credentials = await deps.credentialStore.read(account.id).then(
    (stored) => stored.credentials,
    () => null,
  );
  if (!(await deps.accounts.disconnect(account.id, audit))) return null;
  const result = await resultOf(account, credentials, deps);
  await deps.accounts.noteDisconnect(account.id, result.detail);
  return result;
}

async function resultOf(
  account: Account,
  credentials: Credentials | null,
  deps: RevokeDeps,
): Promise<DisconnectResult> {
  const { network, io } = deps;
  if (account.simulated || !network || !io) return { revoked: null, detail: "Disconnected." };
  const { name, connect } = network;
  const byHand = `To end Crier's access there too, remove it in the account's settings at ${name}.`;
  if (!connect.revoke || !credentials) return { revoked: null, detail: `Disconnected here. ${byHand}` };
  const shared = await sharedWith(account, credentials, deps);
  if (shared !== null) {
    const detail = `Disconnected here. Access at ${name} was not revoked, because ${shared.handle} uses the same sign-in.`;
    return { revoked: null, detail };
  }
  const fault = await faultOf(connect.revoke(credentials, io), deps);
  if (fault === null)
    return { revoked: true, detail: `Disconnected, and Crier's access at ${name} was revoked.` };
  return {
    revoked: false,
    detail: `Disconnected here, but access at ${name} could not be revoked: ${fault} ${byHand}`,
  };
}

/** Another connected account that would lose its access too: of the same sign-in, or the same account elsewhere. */
async function sharedWith(
  account: Account,
  credentials: Credentials,
  { accounts, credentialStore }: RevokeDeps,
): Promise<Account | null> {
  const secrets = secretsOf(credentials);
  for (const other of await accounts.atNetwork(account.platform)) {
    if (other.id === account.id) continue;
    if (other.remoteId === account.remoteId) return other;
    const theirs = await credentialStore.read(other.id);
    if (secretsOf(theirs.credentials).some((secret) => secrets.includes(secret))) return other;
  }
  return null;
}

function secretsOf(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    SECRET.test(name) && value !== "" ? [value] : [],
  );
}

/** Why it did not work; null when it did. */
function faultOf(revoking: Promise<void>, { clock, log }: RevokeDeps): Promise<string | null> {
  const fault = revoking.then(
    () => null,
    (error: unknown) => {
      if (error instanceof StepFailedError) return error.outcome.detail;
      log.error("revoke_failed", { cause: error });
      return "something went wrong here.";
    },
  );
  return within<string | null>(clock, LONGEST_MS, fault, () => "it did not answer in time.");
}
