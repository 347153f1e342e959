// What happened at an account: what waits for it, what went out in the past days, and what did not.

/** Days that are counted, of 24 hours each; the last one ends now. */
export const ACTIVITY_DAYS = 30;
/** More waiting posts than these are not counted. */
export const MOST_WAITING = 1000;

export interface DayOfDeliveries {
  readonly posted: number;
  readonly failed: number;
  readonly uncertain: number;
}

export interface AccountActivity {
  readonly accountId: string;
  /** Posts that are to go out there, at most `MOST_WAITING`. */
  readonly waiting: number;
  /** The latest post that went live, ms since 1970; null when none did. */
  readonly lastSuccessAt: number | null;
  /** The latest that failed and was not retried since; null when there is none. */
  readonly lastFailure: { readonly at: number; readonly detail: string; readonly postId: string } | null;
  /** Of the past days, the oldest first. */
  readonly days: readonly DayOfDeliveries[];
}
