// A signed-in browser.

/** A session as it is stored: never its token. */
export interface SessionRecord {
  readonly ownerId: string;
  readonly email: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}
