// Simulates Facebook's people, Pages and tokens: a Page's token lives as long as the person's token.
import type { Clock } from "../../clock.ts";
import { behaviourOf, type Reply } from "../network.ts";
import { openGrants } from "../oauth.ts";

export interface Page {
  readonly handle: string;
  readonly id: string;
}

const SHORT_MS = 3_600_000;
const LONG_MS = 5_183_944_000;
const STANDING_PAGE = /^EAAP-simulated-(.+)$/;

export function openTokens(clock: Clock) {
  const grants = openGrants(
    { prefix: "EAAU-", accessMs: LONG_MS, rotates: null, pkce: null, clientIdName: "client_id" },
    clock,
  );
  /** Tokens straight from a code end after an hour. */
  const shortUntil = new Map<string, number>();
  const pages = new Map<string, { handle: string; until: number }>();
  return {
    dialog: (query: URLSearchParams): Reply => grants.page(query),
    redeem,
    lengthen,
    personOf,
    pageOf,
    pagesOf,
    endOf,
    revoke: grants.revoke,
    /** Of a Page that was connected without signing in (D40). */
    standing: (handle: string) => `EAAP-simulated-${handle}`,
  };

  function redeem(code: string, redirectUri: string): string | null {
    const tokens = grants.redeem(code, redirectUri, null);
    if (typeof tokens === "string") return null;
    shortUntil.set(tokens.access, clock.now() + SHORT_MS);
    return tokens.access;
  }

  function lengthen(token: string): string | null {
    return personOf(token) === null ? null : (grants.exchange(token)?.access ?? token);
  }

  /** The handle of the person whose token it is. */
  function personOf(token: string): string | null {
    return (shortUntil.get(token) ?? Infinity) > clock.now() ? grants.handleOf(token) : null;
  }

  function pageOf(token: string): Page | null {
    const minted = pages.get(token);
    const handle = minted ? minted.handle : STANDING_PAGE.exec(token)?.[1];
    if (handle === undefined || behaviourOf(handle) === "expired") return null;
    return minted && minted.until <= clock.now() ? null : { handle, id: pageId(handle) };
  }

  /** Everybody has two Pages to write for and one only to look at, save people called `pageless`. */
  function pagesOf(token: string, person: string) {
    if (behaviourOf(person) === "pageless") return [];
    return [person, `${person}-second`, `${person}-watched`].map((handle, n) => {
      const pageToken = `EAAP-${pages.size}-${handle}`;
      pages.set(pageToken, { handle, until: shortUntil.get(token) ?? Infinity });
      const tasks = n < 2 ? ["ANALYZE", "CREATE_CONTENT"] : ["ANALYZE"];
      return { handle, id: pageId(handle), token: pageToken, tasks };
    });
  }

  /** Seconds since 1970; 0 when it never ends. */
  function endOf(token: string): number {
    const until = pages.get(token)?.until ?? shortUntil.get(token) ?? Infinity;
    return Number.isFinite(until) ? Math.floor(until / 1000) : 0;
  }
}

/** The same for the same handle. */
export function pageId(handle: string): string {
  return String(100_000_000_000_000 + Bun.hash.crc32(handle));
}
