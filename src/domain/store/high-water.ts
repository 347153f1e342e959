// Store interface: the high-water mark, which shows that a database went back in time.

/** How a database is found to have gone back in time. */
export type Rewound =
  /** It is a backup's copy that was put here by hand. */
  | { readonly kind: "backup"; readonly takenAt: number }
  /** It was newer once; the file says when it last was, ms since 1970. */
  | { readonly kind: "older"; readonly seenAt: number };

export interface HighWater {
  /** Not null when nothing may be delivered from this database before it was looked at. */
  rewound(): Promise<Rewound | null>;
  /** Rises if this process changed anything since it last rose. The file comes second: it is never ahead of the disk. */
  raise(now: number): Promise<void>;
  /** Rises above the file, whatever that says: this database is the one from now on. */
  adopt(now: number): Promise<void>;
  /** The latest moment that the database knows of, ms since 1970. */
  newest(): Promise<number>;
}
