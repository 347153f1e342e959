// The review of a draft: what was asked or decided about it last.
import type { EventActor } from "./event.ts";

export const REVIEW_STATES = ["asked", "approved", "returned"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export interface Review {
  readonly state: ReviewState;
  readonly by: EventActor;
  /** ms since 1970. */
  readonly at: number;
  readonly note: string | null;
  /** When it is to go out once it is approved: `queue`, `now` or a time with an offset; null: nobody has said. */
  readonly schedule: string | null;
}

/** As it is stored: by whom as the audit log names them. */
export interface StoredReview extends Omit<Review, "by"> {
  readonly by: string;
}
