// Store interface: the queue slots of profiles.
import type { Slot, Reflow } from "../slot.ts";
import type { AuditEntry } from "../audit.ts";

/** Slots of a profile's queue. */
export interface Slots {
  list(profileId: string): Promise<Slot[]>;
  /**
   * All of them at once; with `reflow`, queued posts move to the new slots in the order they stand. False when
   * there is no such profile.
   */
  replace(
    profileId: string,
    slots: readonly Slot[],
    reflow: Reflow | null,
    audit: AuditEntry,
  ): Promise<boolean>;
}
