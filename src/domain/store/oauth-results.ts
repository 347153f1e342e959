// Store interface: what came of a sign-in at a network, until the browser that began it has seen it.

/** Sealed by the caller: it may hold credentials. */
export interface StoredOAuthResult {
  readonly sealed: Uint8Array;
  /** When it is forgotten, ms since 1970. */
  readonly until: number;
}

export interface StoredOAuthResults {
  /** In place of what was there for this browser and network. Those that are over, and the oldest of too many, are removed. */
  put(browser: Uint8Array, platform: string, result: StoredOAuthResult, now: number): Promise<void>;
  /** @param browser the hash of what its cookie holds */
  find(browser: Uint8Array, platform: string, now: number): Promise<Uint8Array | null>;
  /** The same, and removes it: of two who take it one gets it. */
  take(browser: Uint8Array, platform: string, now: number): Promise<Uint8Array | null>;
}

/** How many are kept at most, of all browsers together. */
export const MAX_OAUTH_RESULTS = 200;
