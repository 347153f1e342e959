// Profiles: the brands or people that posts belong to.

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** IANA zone. */
  readonly timezone: string;
  /** Published files keep their location and camera metadata (D33). */
  readonly keepMetadata: boolean;
  /** Drafts of authors have to be approved before they get a time (D49). */
  readonly review: boolean;
  readonly createdAt: number;
}

/** Null leaves it as it is. */
export interface ProfileChanges {
  readonly name: string | null;
  readonly timezone: string | null;
  readonly keepMetadata: boolean | null;
  readonly review: boolean | null;
}
