// Store interface: recent attempts to sign in, by whom, so that no restart lets passwords be guessed faster.

export interface SignInTries {
  /** When `who` tried after `since` and not after `now`, ms since 1970, oldest first. @param who a hash */
  of(who: Uint8Array, since: number, now: number): Promise<readonly number[]>;
  /** Counts one more, unless `most` are counted already. @returns those before it, as `of` */
  add(who: Uint8Array, since: number, now: number, most: number): Promise<readonly number[]>;
  /** They were no failures after all. */
  forget(who: Uint8Array): Promise<void>;
}

/** How many are kept at most, of everybody together. */
export const MAX_SIGN_IN_TRIES = 50_000;
