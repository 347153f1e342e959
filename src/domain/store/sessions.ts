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
  used(hash: Uint8Array, at: number): Promise<void>;
  /** False when there is none. */
  remove(hash: Uint8Array, audit: AuditEntry): Promise<boolean>;
  /** Removes sessions that were created, or last used, at these times or before. */
  sweep(createdUntil: number, usedUntil: number): Promise<void>;
}
