// A signed-in browser.
import type { Access } from "./person.ts";

/** A session as it is stored: never its token. */
export interface SessionRecord extends SessionOrigin, Access {
  readonly id: string;
  readonly personId: string;
  readonly email: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** Where a person signed in; null where it is not known. */
export interface SessionOrigin {
  /** Internet address. */
  readonly address: string | null;
  /** Browser and system, such as "Firefox on Linux". */
  readonly device: string | null;
}
