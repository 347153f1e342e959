// The credentials of accounts: encrypted in storage, decrypted only where they are used.
import { StepFailed, type Credentials } from "../networks/network.ts";
import type { Accounts } from "./ports.ts";
import type { Vault } from "../auth/vault.ts";

export interface Kept {
  readonly credentials: Credentials;
  /** Grows with every change. */
  readonly version: number;
}

export interface Safe {
  /** Throws StepFailed when the account is disconnected. */
  read(accountId: string): Promise<Kept>;
  seal(accountId: string, credentials: Credentials): Uint8Array;
}

export function openSafe(accounts: Pick<Accounts, "sealed">, vault: Vault): Safe {
  return {
    async read(accountId) {
      const sealed = await accounts.sealed(accountId);
      if (!sealed) throw reconnect("The account is disconnected. Connect it again.");
      const credentials = JSON.parse(vault.open(sealed.bytes, place(accountId))) as Credentials;
      return { credentials, version: sealed.version };
    },
    seal: (accountId, credentials) => vault.seal(JSON.stringify(credentials), place(accountId)),
  };
}

const place = (accountId: string) => `account/${accountId}/credentials`;

/** The account can't be used until somebody connects it again. */
export function reconnect(detail: string): StepFailed {
  return new StepFailed({ kind: "refused", category: "auth", detail });
}
