// Store interface: the queue slots of profiles.
import type { Slot, Reflow } from "../slot.ts";
import type { AuditEntry } from "../audit.ts";

export interface Slots {
  list(profileId: string): Promise<Slot[]>;
  /**
   * Replaces all slots of a profile; with `reflow`, queued posts move to the new slots in their order. False when there
   * is no such profile.
   */
  replace(
    profileId: string,
    slots: readonly Slot[],
    reflow: Reflow | null,
    audit: AuditEntry,
  ): Promise<boolean>;
}
