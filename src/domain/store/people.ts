// Store interface: people who may sign in.
import type { Access, ListedPerson, OwnSettings, Person } from "../person.ts";
import type { AuditEntry } from "../audit.ts";
import type { NewProfileRecord } from "./profiles.ts";

export interface People {
  /** False when the e-mail address belongs to another person. */
  create(person: Person, audit: AuditEntry): Promise<boolean>;
  /** Creates an owner, and a profile with them, only where no owner exists; otherwise changes nothing. */
  createFirst(
    owner: Person,
    profile: NewProfileRecord | null,
    audit: AuditEntry,
  ): Promise<"created" | "owner_exists" | "email_taken" | "profile_name_taken">;
  /** Whether there is an owner. */
  ownerExists(): Promise<boolean>;
  byEmail(email: string): Promise<Person | null>;
  find(id: string): Promise<ListedPerson | null>;
  /** By id. @param after id of the last one of the page before */
  list(limit: number, after: string | null): Promise<ListedPerson[]>;
  settings(id: string): Promise<OwnSettings | null>;
  /** Changes all that is given, or nothing. */
  update(
    id: string,
    change: PersonChange,
    audit: readonly AuditEntry[],
  ): Promise<"changed" | "missing" | "password_differs">;
  /**
   * Changes what a person may do. Another role ends their sessions but the one that is named, and one that is not an
   * owner's their invitations. Profiles that do not exist are left out.
   */
  setAccess(
    id: string,
    access: Partial<Access>,
    keptSession: string | null,
    audit: AuditEntry,
  ): Promise<"changed" | "missing" | "last_owner">;
  /** Ends their sessions and invitations too. */
  remove(id: string, audit: AuditEntry): Promise<"removed" | "missing" | "last_owner">;
}

export interface PersonChange {
  readonly settings?: Partial<OwnSettings>;
  readonly password?: NewPassword;
}

/** A password that is set: it ends the person's sessions. */
export interface NewPassword {
  readonly hash: string;
  /** The hash of the password that it replaces; null: whichever it is. */
  readonly replaces: string | null;
  /** Id of the session that does not end. */
  readonly keeps: string | null;
}
