// The person who may sign in to the app.

/** A person who may sign in. */
export interface Owner {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

export const THEMES = ["auto", "light", "dark"] as const;

/** What a person chose for themselves. */
export interface OwnSettings {
  readonly name: string | null;
  /** IANA zone; null: the profile's. */
  readonly timezone: string | null;
  readonly theme: (typeof THEMES)[number];
}
