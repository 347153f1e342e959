// Store interface: owners.
import type { Owner } from "../owner.ts";
import type { AuditEntry } from "../audit.ts";

export interface Owners {
  /** False when there is one with this e-mail address. */
  create(owner: Owner, audit: AuditEntry): Promise<boolean>;
  byEmail(email: string): Promise<Owner | null>;
  /** Ends all their sessions too. False when there is no such owner. */
  setPassword(id: string, passwordHash: string, audit: AuditEntry): Promise<boolean>;
}
