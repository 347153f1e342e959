// Store interface: figures of the whole server, for people who run it.

export interface FigureRecords {
  /** @param since of the lateness; both in ms since 1970 */
  figures(now: number, since: number): Promise<Figures>;
  /** What monitoring asks for every few seconds. @param now ms since 1970 */
  gauges(now: number): Promise<Gauges>;
}

/** Times in ms since 1970. */
export interface Gauges {
  /** Targets with something to do now: to begin, or to ask their network about. At most `MOST_DUE`, so as to stay cheap. */
  readonly due: number;
  /** When the first of them became due; null when there is none. */
  readonly dueSince: number | null;
  /** Targets whose answer was lost, by network, and since when the first of them is. */
  readonly uncertain: readonly {
    readonly platform: string;
    readonly count: number;
    readonly since: number;
  }[];
  /**
   * By network: when the access to the first of its accounts ends, of real ones. Only access that lasts `LASTING_MS` or
   * longer: any shorter one is renewed when it is used, and may end in between.
   */
  readonly accessEnds: readonly { readonly platform: string; readonly at: number }[];
  /** When the message of an active webhook that waits longest became due; null when none is. */
  readonly webhooksDueSince: number | null;
}

export interface Figures {
  readonly database: { readonly bytes: number };
  /** Of all profiles, without deleted files. */
  readonly media: {
    readonly bytes: number;
    readonly files: number;
    /** Those with the most, at most 100. */
    readonly profiles: readonly { readonly name: string; readonly bytes: number; readonly files: number }[];
  };
  readonly delivery: {
    /** Targets that could begin now; at most `MOST_DUE`. */
    readonly due: number;
    /** Targets of which an attempt is under way. */
    readonly running: number;
    /** ms since 1970; null when nothing waits for a later time. */
    readonly nextDueAt: number | null;
    /** How late first attempts began, of the latest 1,000; null when there were none. */
    readonly latenessMs: { readonly p50: number; readonly p99: number } | null;
  };
}

export const MOST_DUE = 10_000;
export const LASTING_MS = 7 * 86_400_000;
