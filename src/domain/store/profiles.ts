// Store interface: profiles.
import type { Profile, ProfileChanges } from "../profile.ts";
import type { Slot } from "../slot.ts";
import type { AuditEntry } from "../audit.ts";

export interface Profiles {
  /** With its queue slots. False when the name is taken. */
  create(profile: Profile, slots: readonly Slot[], audit: AuditEntry): Promise<boolean>;
  list(): Promise<Profile[]>;
  /** By id or name. */
  find(idOrName: string): Promise<Profile | null>;
  /**
   * Changes what is not null. @param audit the entry, for the profile as it is then
   * @returns that profile
   */
  update(
    id: string,
    changes: ProfileChanges,
    audit: (changed: Profile) => AuditEntry,
  ): Promise<Profile | "name_taken" | "missing">;
  /** With everything that belongs to it. False when there is no such profile. */
  remove(id: string, audit: AuditEntry): Promise<boolean>;
}
