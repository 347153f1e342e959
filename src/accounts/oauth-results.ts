// Keeps the result of an OAuth flow for the browser that started it: in memory, for minutes.
import type { Clock } from "../clock.ts";
import type { Connection } from "../networks/network.ts";
import type { ConnectTicket } from "./oauth-flow.ts";
import type { Account } from "../domain/account.ts";

const KEEP_MS = 15 * 60_000;
const MOST = 200;

export type OAuthResult = { readonly ticket: ConnectTicket } & (
  | { readonly kind: "connected"; readonly accounts: readonly Account[] }
  /** Nothing is connected before a person has chosen. Holds credentials. */
  | { readonly kind: "choose"; readonly found: readonly Connection[] }
  /** A sentence for a person: what went wrong and what to do. */
  | { readonly kind: "failed"; readonly detail: string }
);

export interface OAuthResults {
  /** In place of what was there for this browser and network. @param browser the token in its cookie */
  keep(browser: string, result: OAuthResult): void;
  find(browser: string, platform: string): OAuthResult | null;
  /** Found once: of two who choose at the same time one is too late. */
  take(browser: string, platform: string): OAuthResult | null;
}

export function openOAuthResults(clock: Clock): OAuthResults {
  const results = new Map<string, { result: OAuthResult; until: number }>();
  return {
    keep(browser, result) {
      const key = keyOf(browser, result.ticket.platform);
      sweep();
      results.delete(key);
      results.set(key, { result, until: clock.monotonic() + KEEP_MS });
    },
    find,
    take(browser, platform) {
      const found = find(browser, platform);
      results.delete(keyOf(browser, platform));
      return found;
    },
  };

  function find(browser: string, platform: string): OAuthResult | null {
    const found = results.get(keyOf(browser, platform));
    return found && found.until > clock.monotonic() ? found.result : null;
  }

  /** The oldest stand first. */
  function sweep(): void {
    for (const [key, { until }] of results) {
      if (until > clock.monotonic() && results.size < MOST) return;
      results.delete(key);
    }
  }
}

const keyOf = (browser: string, platform: string) => `${platform} ${browser}`;
