// Store interface: sessions, found by the hash of the browser's token.
import type { SessionRecord } from "../session.ts";
import type { AuditEntry } from "../audit.ts";

export interface Sessions {
  /** @param replaces hash of the session this browser had before */
  add(
    session: SessionRecord,
    hash: Uint8Array,
    replaces: Uint8Array | null,
    audit: AuditEntry,
  ): Promise<void>;
  byHash(hash: Uint8Array): Promise<SessionRecord | null>;
  /** The latest used first; also those that are over and not swept yet. */
  ofOwner(ownerId: string, limit: number): Promise<SessionRecord[]>;
  used(hash: Uint8Array, at: number): Promise<void>;
  /** False when the owner has no session with this id. */
  remove(ownerId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** Removes all sessions of the owner but one. @param audit makes the entry, when there were any */
  removeOthers(ownerId: string, keptId: string, audit: (count: number) => AuditEntry): Promise<void>;
  /** Removes sessions that were created, or last used, at these times or before. */
  sweep(createdUntil: number, usedUntil: number): Promise<void>;
}
