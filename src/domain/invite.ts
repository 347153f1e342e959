// An invitation: a link with which one person can join.
import type { Access } from "./person.ts";

/** As it is stored: never its token. Times in ms since 1970. */
export interface Invite extends Access {
  readonly id: string;
  /** As the audit log names them. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null while nobody has accepted it. */
  readonly usedAt: number | null;
}
