// Store interface: profiles.
import type { Profile, ProfileChanges } from "../profile.ts";
import type { Slot } from "../slot.ts";
import type { AuditEntry } from "../audit.ts";

/** A profile that is about to be stored, with its queue slots. */
export interface NewProfileRecord {
  readonly profile: Profile;
  readonly slots: readonly Slot[];
  readonly audit: AuditEntry;
}

export interface Profiles {
  /**
   * Stores a profile with its queue slots. False when the name is taken.
   * @param creatorId a person who works with it from now on; default: nobody but those who work with all profiles
   */
  create(
    profile: Profile,
    slots: readonly Slot[],
    audit: AuditEntry,
    creatorId?: string | null,
  ): Promise<boolean>;
  list(): Promise<Profile[]>;
  /** By id or name. */
  find(idOrName: string): Promise<Profile | null>;
  /**
   * Changes what is given. @param audit makes the entry, for the changed profile
   * @returns the changed profile
   */
  update(
    id: string,
    changes: ProfileChanges,
    audit: (changed: Profile) => AuditEntry,
  ): Promise<Profile | "name_taken" | "missing">;
  /**
   * Removes a profile with everything that belongs to it. If it is interrupted, the profile may be left with fewer posts.
   * @returns false when the profile does not exist
   */
  remove(id: string, audit: AuditEntry): Promise<boolean>;
}
