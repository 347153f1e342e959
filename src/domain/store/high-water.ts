// Store interface: whether a database went back in time, by its high-water mark or by the history of its server.

/** How a database went back in time. */
export type Rewound =
  /** It is a backup's copy that was put here manually. */
  | { readonly kind: "backup"; readonly takenAt: number }
  /** It is older than the mark in the file, which was last raised at `seenAt`, ms since 1970. */
  | { readonly kind: "older"; readonly seenAt: number };

export interface HighWater {
  /** Not null: nothing may be delivered from this database until a person adopts it. */
  rewound(): Promise<Rewound | null>;
  /**
   * Follows a standby that has taken over, where nothing can be missing. Otherwise nothing is delivered until what may have
   * gone out is held (`Holding.holdAfterFailover`). @returns the moment up to which the database is true, ms since 1970;
   * null: nothing is missing
   */
  failover(): Promise<number | null>;
  /** Raises the mark if this process changed anything since. The file is written second, so it is never ahead of the database. */
  raise(now: number): Promise<void>;
  /** Raises the mark above the file's: from now on this database is the current one. */
  adopt(now: number): Promise<void>;
  /** The latest time recorded in the database, ms since 1970. */
  newest(): Promise<number>;
}
