// Store interface: owners.
import type { Owner, OwnSettings } from "../owner.ts";
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
  settings(id: string): Promise<OwnSettings | null>;
  /** Changes all that is given, or nothing. */
  update(
    id: string,
    change: OwnerChange,
    audit: readonly AuditEntry[],
  ): Promise<"changed" | "missing" | "password_differs">;
}

export interface OwnerChange {
  readonly settings?: Partial<OwnSettings>;
  readonly password?: NewPassword;
}

/** A password that is set: it ends the owner's sessions. */
export interface NewPassword {
  readonly hash: string;
  /** The hash of the password that it replaces; null: whichever it is. */
  readonly replaces: string | null;
  /** Id of the session that does not end. */
  readonly keeps: string | null;
}
