// Store interface: owners.
import type { Owner } from "../owner.ts";
import type { AuditEntry } from "../audit.ts";

export interface Owners {
  /** False when the e-mail address belongs to another owner. */
  create(owner: Owner, audit: AuditEntry): Promise<boolean>;
  byEmail(email: string): Promise<Owner | null>;
  /** Also ends all sessions of the owner. False when there is no such owner. */
  setPassword(id: string, passwordHash: string, audit: AuditEntry): Promise<boolean>;
}
