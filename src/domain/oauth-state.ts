// A sign-in in progress at a network's own page.

/** Somebody who was sent to a network's page. */
export interface OAuthState {
  readonly profileId: string;
  readonly platform: string;
  /** As in the audit log. */
  readonly actor: string;
  /** Hash of what their browser's cookie holds. */
  readonly browser: Uint8Array;
  readonly until: number;
}
