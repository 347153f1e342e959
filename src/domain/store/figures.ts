// Store interface: figures of the whole server, for people who run it.

export interface FigureRecords {
  /** @param since of the lateness; both in ms since 1970 */
  figures(now: number, since: number): Promise<Figures>;
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
