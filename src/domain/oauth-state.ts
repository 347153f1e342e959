// A sign-in in progress at a network's own page.

/** A person who was sent to a network's page. */
export interface OAuthState {
  readonly profileId: string;
  readonly platform: string;
  /** As in the audit log. */
  readonly actor: string;
  /** Hash of what their browser's cookie holds. */
  readonly browser: Uint8Array;
  readonly until: number;
  /** The page of the web app that they come back to; null: the server's own page. */
  readonly returnTo: string | null;
}

/** How long one that is over is kept, so that a person who comes back late learns why. */
export const OAUTH_STATE_KEPT_MS = 24 * 3_600_000;

/** How many may be open for one network and profile: a connect link can be opened any number of times. */
export const MAX_OAUTH_STATES = 50;
