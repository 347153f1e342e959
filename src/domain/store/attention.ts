// Store interface: what needs a person, and what they put off.
import type { DraftInReview, OpenTarget, Snooze, TroubledAccount, WarnedPost } from "../attention.ts";
import type { AuditEntry } from "../audit.ts";

/** Of one profile, or of all with null. */
export interface AttentionRecords {
  /** Uncertain targets. */
  uncertain(profileId: string | null, limit: number): Promise<OpenTarget[]>;
  /** Targets that failed after `since` and that no person has settled, the latest first; among the latest 4,000 of all profiles. */
  failed(profileId: string | null, since: number, limit: number): Promise<OpenTarget[]>;
  /** Accounts that need a new connection, and those whose announced end comes before `endsBefore`. */
  accounts(profileId: string | null, endsBefore: number): Promise<TroubledAccount[]>;
  /** Waiting posts with warnings that are due from `from` to `to`, the earliest of each profile first. */
  warned(profileId: string | null, from: number, to: number, limit: number): Promise<WarnedPost[]>;
  /** Drafts for which a review was asked, by id. */
  inReview(profileId: string | null, limit: number): Promise<DraftInReview[]>;
  /** What is put off beyond `now`. */
  snoozes(now: number): Promise<Snooze[]>;
  /** Puts an entry off, or changes until when; what is over by the entry's time is forgotten. */
  snooze(snooze: Snooze, audit: AuditEntry): Promise<void>;
}
