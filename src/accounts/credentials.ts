// The credentials of accounts: encrypted in storage, decrypted only where they are used.
import { type Credentials, StepFailedError } from "../networks/network.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import type { Vault } from "../auth/vault.ts";

export interface StoredCredentials {
  readonly credentials: Credentials;
  /** Grows with every change. */
  readonly version: number;
}

export interface CredentialStore {
  /** Throws StepFailedError when the account is disconnected. */
  read(accountId: string): Promise<StoredCredentials>;
  seal(accountId: string, credentials: Credentials): Uint8Array;
}

export function openCredentialStore(accounts: Pick<Accounts, "sealed">, vault: Vault): CredentialStore {
  return {
    async read(accountId) {
      const sealed = await accounts.sealed(accountId);
      if (!sealed) throw reconnectNeeded("The account is disconnected. Connect it again.");
      const credentials = JSON.parse(vault.open(sealed.bytes, place(accountId))) as Credentials;
      return { credentials, version: sealed.version };
    },
    seal: (accountId, credentials) => vault.seal(JSON.stringify(credentials), place(accountId)),
  };
}

const place = (accountId: string) => `account/${accountId}/credentials`;

/** The account can't be used until a person connects it again. */
export function reconnectNeeded(detail: string): StepFailedError {
  return new StepFailedError({ kind: "refused", category: "auth", detail });
}
