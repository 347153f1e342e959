// Store interface: sessions, found by the hash of the browser's token.
import type { SessionRecord } from "../session.ts";
import type { AuditEntry } from "../audit.ts";

export interface Sessions {
  /** False when the person has another password by now, or does not exist. */
  add(session: SessionRecord, start: SessionStart, audit: AuditEntry): Promise<boolean>;
  byHash(hash: Uint8Array): Promise<SessionRecord | null>;
  /** The latest used first; also those that are over and not swept yet. */
  ofPerson(personId: string, limit: number): Promise<SessionRecord[]>;
  used(hash: Uint8Array, at: number): Promise<void>;
  /** False when the person has no session with this id. */
  remove(personId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** Removes all sessions of the person but one; null: all. @param audit makes the entry, when there were any */
  removeOthers(personId: string, keptId: string | null, audit: (count: number) => AuditEntry): Promise<void>;
  /** Removes sessions that were created, or last used, at these times or before. */
  sweep(createdUntil: number, usedUntil: number): Promise<void>;
}

export interface SessionStart {
  readonly hash: Uint8Array;
  /** Hash of the session this browser had before. */
  readonly replaces: Uint8Array | null;
  /** The person's, as it was when the person signed in: a new password also ends what an earlier one is just starting. */
  readonly passwordHash: string;
}
