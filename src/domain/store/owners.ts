// Store interface: owners.
import type { Owner } from "../owner.ts";
import type { AuditEntry } from "../audit.ts";
import type { NewProfileRecord } from "./profiles.ts";

export interface Owners {
  /** False when the e-mail address belongs to another owner. */
  create(owner: Owner, audit: AuditEntry): Promise<boolean>;
  /** Creates an owner, and a profile with them, only where no owner exists; otherwise changes nothing. */
  createFirst(
    owner: Owner,
    profile: NewProfileRecord | null,
    audit: AuditEntry,
  ): Promise<"created" | "owner_exists" | "profile_name_taken">;
  exists(): Promise<boolean>;
  byEmail(email: string): Promise<Owner | null>;
  /** Also ends all sessions of the owner. False when there is no such owner. */
  setPassword(id: string, passwordHash: string, audit: AuditEntry): Promise<boolean>;
}
