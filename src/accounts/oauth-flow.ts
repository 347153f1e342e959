// The OAuth flow: the link that starts it, the network's page, and the checks on the way back.
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Application, Grant, Network, OAuth } from "../networks/network.ts";
import type { OAuthStates } from "../domain/store/oauth-states.ts";
import type { Vault } from "../auth/vault.ts";

/** How long a link works and people may stay at the network, all in all, ms. */
const GOOD_FOR_MS = 3_600_000;

/** A request to connect an account of a network to a profile. */
export interface ConnectRequest {
  readonly profileId: string;
  readonly platform: string;
  /** Who, as the audit log calls them. */
  readonly actor: string;
  /** The page of the web app to come back to, as `returnPath` reads it; left out: the server's own page. */
  readonly returnTo?: string | null;
}

/** A request that was allowed until a given time; everything derived from it ends then too. */
export interface ConnectTicket extends ConnectRequest {
  /** ms since 1970. */
  readonly until: number;
}

/** Why a sign-in that comes back from the network is refused. */
export type OAuthFault = "unknown" | "used" | "expired" | "other_browser";

export interface OAuthFlow {
  /** For an hour from now. */
  allow(request: ConnectRequest): ConnectTicket;
  /** The link that starts a sign-in: its holder may connect one network's accounts to one profile, while that is allowed. */
  link(request: ConnectRequest | ConnectTicket): { url: string; expiresAt: number };
  /** What a link's ticket allows. */
  admit(ticket: string): ConnectTicket | "expired" | "invalid";
  /** Where the network sends people back to; has to be registered there exactly like this. */
  redirectUri(platform: string): string;
  /** The address of the network's page. @param browser the token in the browser's cookie */
  begin(request: ConnectTicket, at: NetworkPage, browser: string): Promise<string>;
  /** Who comes back with a `state`, which is good once and in the browser that it was made for. */
  handleCallback(
    state: string,
    browser: string | null,
    network: Network,
  ): Promise<OAuthCallback | OAuthFault>;
}

interface NetworkPage {
  readonly network: Network;
  readonly oauth: OAuth;
  /** Without its query. */
  readonly url: string;
  readonly application: Application;
}

export interface OAuthCallback {
  readonly ticket: ConnectTicket;
  /** All but the code. */
  readonly grant: Omit<Grant, "code">;
}

export interface OAuthFlowDeps {
  readonly oauthStates: OAuthStates;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

export function openOAuthFlow({ oauthStates, vault, clock, baseUrl }: OAuthFlowDeps): OAuthFlow {
  const key = vault.derive("pkce");
  const redirectUri = (platform: string) => `${baseUrl()}/connect/${platform}/callback`;
  const allow = (request: ConnectRequest) => ({ ...request, until: clock.now() + GOOD_FOR_MS });
  return { allow, link, admit, redirectUri, begin, handleCallback };

  function link(input: ConnectRequest | ConnectTicket) {
    const allowed = "until" in input ? input : allow(input);
    const ticket = Buffer.from(vault.seal(JSON.stringify(allowed), TICKET));
    const url = `${baseUrl()}/connect/${input.platform}?ticket=${ticket.toString("base64url")}`;
    return { url, expiresAt: allowed.until };
  }

  function admit(ticket: string): ConnectTicket | "expired" | "invalid" {
    try {
      const text = vault.open(Buffer.from(ticket, "base64url"), TICKET);
      const read = JSON.parse(text) as ConnectTicket;
      return clock.now() < read.until ? read : "expired";
    } catch {
      return "invalid";
    }
  }

  async function begin(
    ticket: ConnectTicket,
    { network, oauth, url, application }: NetworkPage,
    browser: string,
  ) {
    const state = randomBytes(32).toString("base64url");
    const { returnTo = null } = ticket;
    await oauthStates.add({ ...ticket, returnTo, browser: hashOf(browser) }, hashOf(state), clock.now());
    const challenge = oauth.pkce && createHash("sha256").update(verifierOf(state)).digest(oauth.pkce);
    const redirect = redirectUri(network.id);
    return authorizeAddress({ oauth, application, redirectUri: redirect, url }, state, challenge);
  }

  async function handleCallback(state: string, browser: string | null, network: Network) {
    const hash = hashOf(state);
    const found = await oauthStates.find(hash);
    if (!found || found.platform !== network.id) return "unknown";
    if (browser === null || !hashOf(browser).equals(found.browser)) return "other_browser";
    if (found.usedAt !== null) return "used";
    if (clock.now() >= found.until) return "expired";
    if (!(await oauthStates.use(hash, clock.now()))) return "used";
    const { profileId, platform, actor, until, returnTo } = found;
    const verifier = network.connect.oauth?.pkce ? verifierOf(state) : null;
    return {
      ticket: { profileId, platform, actor, until, returnTo },
      grant: { redirectUri: redirectUri(platform), verifier },
    };
  }

  /** PKCE: derived, so that it is kept nowhere. 43 characters. */
  function verifierOf(state: string): string {
    return createHmac("sha256", key).update(state).digest("base64url");
  }
}

const TICKET = "connect/ticket";

/** What is stored of a secret that a browser holds. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

interface AuthorizePage {
  readonly oauth: OAuth;
  readonly application: Application;
  readonly redirectUri: string;
  /** Without its query. */
  readonly url: string;
}

/** The address of the network's page. @param challenge of PKCE; null where the network does not know it */
export function authorizeAddress(
  { oauth, application, redirectUri, url }: AuthorizePage,
  state: string,
  challenge: string | null,
): string {
  const query = new URLSearchParams({
    response_type: "code",
    [oauth.clientIdName]: application.id,
    redirect_uri: redirectUri,
    scope: (application.scopes ?? oauth.scopes).join(oauth.scopeSeparator),
    state,
    ...(challenge !== null && { code_challenge: challenge, code_challenge_method: "S256" }),
    ...oauth.parameters,
  });
  // Not every network reads a plus as the space that it is.
  return `${url}?${query.toString().replaceAll("+", "%20")}`;
}
