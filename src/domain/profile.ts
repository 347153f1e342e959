// Profiles: the brands or people that posts belong to.

export const WEEK_STARTS = ["monday", "saturday", "sunday"] as const;

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  /** Published files keep their location and camera metadata (D33). */
  readonly keepMetadata: boolean;
  /** Drafts of authors have to be approved before they get a time (D49). */
  readonly review: boolean;
  /** The first day of a week in calendars. */
  readonly weekStart: (typeof WEEK_STARTS)[number];
  /** Ids of the accounts with which a new post begins in the web app; null: those that the person chose last. */
  readonly defaultAccounts: readonly string[] | null;
  readonly createdAt: number;
}

/** What is left out stays. */
export type ProfileChanges = Partial<Omit<Profile, "id" | "createdAt">>;
