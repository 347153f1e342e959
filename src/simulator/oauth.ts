// Simulates an OAuth 2 sign-in: single-use codes, expiring tokens, rotating refresh tokens, PKCE.
import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import { behaviourOf, type Reply } from "./network.ts";

export interface GrantRules {
  /** Begins every token, as the network's own begin; also tells networks apart. */
  readonly prefix: string;
  readonly accessMs: number;
  /** Whether a refresh answers with a new refresh token and ends the old one; null: there are no refresh tokens. */
  readonly rotates: boolean | null;
  /** How the challenge is written; null: PKCE is not known here. */
  readonly pkce: "base64url" | "hex" | null;
  /** The network's name of the application id parameter. */
  readonly clientIdName: "client_id" | "client_key";
}

export interface Tokens {
  readonly handle: string;
  readonly access: string;
  readonly refresh: string | null;
  /** Seconds. */
  readonly expiresIn: number;
}
/** The word of RFC 6749 5.2 for what is wrong. */
export type GrantFault = "invalid_grant" | "invalid_request";

export interface Grants {
  /**
   * The network's page: everybody agrees at once, except where `state` begins with `deny`. Who signs in is the query's
   * `login_hint`, by default `ok`.
   */
  page(query: URLSearchParams): Reply;
  /** A code is good once, for ten minutes, for the address and the challenge it was made for. */
  redeem(code: string, redirectUri: string, verifier: string | null): Tokens | GrantFault;
  /** A rotated token is refused; a network that rotates ends the whole grant when an old one is used. */
  refresh(token: string): Tokens | GrantFault;
  /** Another token of the same grant, such as a long one for a short one. */
  exchange(access: string): Tokens | null;
  /** Ends the grant that the token belongs to. */
  revoke(token: string): void;
  /** Whom an access token is for; null when it is none, or has ended. */
  handleOf(access: string): string | null;
  /** What an account that was not signed in has (D40): it never ends, unless its handle says `expired`. */
  standing(handle: string): Pick<Tokens, "access" | "refresh">;
  /** How often tokens were refreshed for a handle. */
  refreshes(handle: string): number;
}

interface Grant {
  readonly handle: string;
  refresh: string | null;
  ended: boolean;
}
interface Code {
  readonly handle: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly until: number;
}

const CODE_MS = 10 * 60_000;

export function openGrants(rules: GrantRules, clock: Clock): Grants {
  const codes = new Map<string, Code>();
  const accesses = new Map<string, { grant: Grant; until: number }>();
  const byRefresh = new Map<string, Grant>();
  const counts = new Map<string, number>();
  let made = 0;
  const standing = (kind: "access" | "refresh", handle: string) =>
    `${rules.prefix}${kind}-simulated-${handle}`;
  const STANDING = new RegExp(`^${rules.prefix}access-simulated-(.+)$`);

  return {
    page(query) {
      const back = URL.parse(query.get("redirect_uri") ?? "");
      if (!back || !query.get(rules.clientIdName)) return { status: 400, json: { error: "invalid_request" } };
      const state = query.get("state") ?? "";
      back.searchParams.set("state", state);
      if (state.startsWith("deny")) back.searchParams.set("error", "access_denied");
      else back.searchParams.set("code", codeFor(query, back));
      return { status: 302, json: undefined, headers: { location: back.href } };
    },
    redeem(code, redirectUri, verifier) {
      const known = codes.get(code);
      codes.delete(code);
      if (!known || known.until < clock.now() || known.redirectUri !== redirectUri) return "invalid_grant";
      if (rules.pkce !== null && challengeOf(verifier ?? "", rules.pkce) !== known.challenge)
        return "invalid_grant";
      return tokens({ handle: known.handle, refresh: null, ended: false });
    },
    refresh(token) {
      const grant = byRefresh.get(token);
      if (!grant || grant.ended) return "invalid_grant";
      if (rules.rotates && grant.refresh !== token) {
        grant.ended = true;
        return "invalid_grant";
      }
      counts.set(grant.handle, (counts.get(grant.handle) ?? 0) + 1);
      return tokens(grant);
    },
    exchange(access) {
      const known = accesses.get(access);
      return known && isLive(known) ? tokens(known.grant) : null;
    },
    revoke(token) {
      const grant = byRefresh.get(token) ?? accesses.get(token)?.grant;
      if (grant) grant.ended = true;
    },
    handleOf(access) {
      const known = accesses.get(access);
      const handle = known
        ? isLive(known)
          ? known.grant.handle
          : null
        : (STANDING.exec(access)?.[1] ?? null);
      return handle !== null && behaviourOf(handle) === "expired" ? null : handle;
    },
    standing: (handle) => ({
      access: standing("access", handle),
      refresh: rules.rotates === null ? null : standing("refresh", handle),
    }),
    refreshes: (handle) => counts.get(handle) ?? 0,
  };

  function isLive({ grant, until }: { grant: Grant; until: number }): boolean {
    return !grant.ended && until > clock.now();
  }

  function codeFor(query: URLSearchParams, back: URL): string {
    const code = `${rules.prefix}code-${++made}`;
    const redirectUri = query.get("redirect_uri") ?? back.href;
    const handle = query.get("login_hint") ?? "ok";
    codes.set(code, {
      handle,
      redirectUri,
      challenge: query.get("code_challenge"),
      until: clock.now() + CODE_MS,
    });
    return code;
  }

  function tokens(grant: Grant): Tokens {
    const access = `${rules.prefix}access-${++made}-${grant.handle}`;
    accesses.set(access, { grant, until: clock.now() + rules.accessMs });
    if (rules.rotates !== null && (rules.rotates || grant.refresh === null)) {
      grant.refresh = `${rules.prefix}refresh-${made}-${grant.handle}`;
      byRefresh.set(grant.refresh, grant);
    }
    return { handle: grant.handle, access, refresh: grant.refresh, expiresIn: rules.accessMs / 1000 };
  }
}

function challengeOf(verifier: string, encoding: "base64url" | "hex"): string {
  return createHash("sha256").update(verifier).digest(encoding);
}
