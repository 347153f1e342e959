// The person who may sign in to the app.

/** A person who may sign in. */
export interface Owner {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}
