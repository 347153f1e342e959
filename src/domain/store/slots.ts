// Store interface: the queue slots of profiles.
import type { Reflow } from "../reflow.ts";
import type { Slot } from "../slot.ts";
import type { AuditEntry } from "../audit.ts";

export interface Slots {
  list(profileId: string): Promise<Slot[]>;
  /**
   * Replaces all slots of a profile; with `reflow`, queued posts move to the new slots in their order, one group
   * after another: if Crier stops halfway, the others keep their times until somebody asks again. What `reflow.places` throws
   * leaves everything as it is. False when there is no such profile.
   */
  replace(
    profileId: string,
    slots: readonly Slot[],
    reflow: Reflow | null,
    audit: AuditEntry,
  ): Promise<boolean>;
}
