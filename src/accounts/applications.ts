// Decides which application Crier is at a network: that of the server's settings, else the one saved in the app.
import type { Vault } from "../auth/vault.ts";
import type { NetworkApplication } from "../domain/network-application.ts";
import type { NetworkApplications } from "../domain/store/network-applications.ts";
import type { Application } from "../networks/network.ts";

export interface Applications {
  /** The application that a network's sign-in and renewals use now; null when there is none. */
  of(network: string): Promise<UsedApplication | null>;
  /** Ids of the networks that have one. */
  networks(): Promise<readonly string[]>;
  /** Encrypts the secret of an application that is about to be stored. */
  seal(network: string, clientId: string, secret: string): Uint8Array;
}

/** Settings win over what was saved, so that a server's configuration alone says what it does. */
export type UsedApplication =
  | { readonly source: "env"; readonly application: Application }
  | { readonly source: "app"; readonly application: Application; readonly stored: NetworkApplication };

interface ApplicationsDeps {
  readonly records: Pick<NetworkApplications, "find" | "networks">;
  readonly vault: Vault;
  /** Those of the settings, by network id. */
  readonly configured: Readonly<Record<string, Application>>;
}

export function openApplications({ records, vault, configured }: ApplicationsDeps): Applications {
  return {
    async of(network) {
      const set = configured[network];
      if (set) return { source: "env", application: set };
      const stored = await records.find(network);
      return stored && { source: "app", stored, application: unseal(stored) };
    },
    networks: async () => [...Object.keys(configured), ...(await records.networks())],
    seal: (network, clientId, secret) => vault.seal(secret, place(network, clientId)),
  };

  function unseal({ network, clientId, sealed, scopes }: NetworkApplication): Application {
    const secret = vault.open(sealed, place(network, clientId));
    return { id: clientId, secret, ...(scopes && { scopes }) };
  }
}

/** With the client id, so that a secret is never sent along with another id than its own. */
const place = (network: string, clientId: string) => `network/${network}/application/${clientId}`;
