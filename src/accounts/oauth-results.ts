// Keeps the result of an OAuth flow for the browser that started it: sealed, for minutes.
import type { Vault } from "../auth/vault.ts";
import type { Clock } from "../clock.ts";
import type { Account } from "../domain/account.ts";
import type { StoredOAuthResults } from "../domain/store/oauth-results.ts";
import type { Connection } from "../networks/network.ts";
import { hashOf, type ConnectTicket } from "./oauth-flow.ts";

const KEPT_MS = 15 * 60_000;

export type OAuthResult = { readonly ticket: ConnectTicket } & (
  | { readonly kind: "connected"; readonly accounts: readonly Account[] }
  /** Nothing is connected before a person has chosen. Holds credentials. */
  | { readonly kind: "choose"; readonly found: readonly Connection[] }
  /** A sentence for a person: what went wrong and what to do. */
  | { readonly kind: "failed"; readonly detail: string }
);

export interface OAuthResults {
  /** In place of what was there for this browser and network. @param browser the token in its cookie */
  keep(browser: string, result: OAuthResult): Promise<void>;
  find(browser: string, platform: string): Promise<OAuthResult | null>;
  /** Found once: of two who choose at the same time one is too late. */
  take(browser: string, platform: string): Promise<OAuthResult | null>;
}

export interface OAuthResultDeps {
  readonly stored: StoredOAuthResults;
  readonly vault: Vault;
  readonly clock: Clock;
}

export function openOAuthResults({ stored, vault, clock }: OAuthResultDeps): OAuthResults {
  return {
    async keep(browser, result) {
      const { platform } = result.ticket;
      const [hash, now] = [hashOf(browser), clock.now()];
      const sealed = vault.seal(JSON.stringify(result), placeOf(hash, platform));
      await stored.put(hash, platform, { sealed, until: now + KEPT_MS }, now);
    },
    async find(browser, platform) {
      const hash = hashOf(browser);
      return unseal(hash, platform, await stored.find(hash, platform, clock.now()));
    },
    async take(browser, platform) {
      const hash = hashOf(browser);
      return unseal(hash, platform, await stored.take(hash, platform, clock.now()));
    },
  };

  function unseal(hash: Buffer, platform: string, sealed: Uint8Array | null): OAuthResult | null {
    if (sealed === null) return null;
    try {
      return JSON.parse(vault.open(sealed, placeOf(hash, platform))) as OAuthResult;
    } catch {
      // Sealed with a key that is no longer this server's: the person signs in again.
      return null;
    }
  }
}

const placeOf = (hash: Buffer, platform: string) => `connect/result/${platform}/${hash.toString("hex")}`;
