// Store interface: pauses of the queues of profiles.
import type { AuditEntry } from "../audit.ts";
import type { QueuePause } from "../pause.ts";
import type { Reflow } from "../reflow.ts";

export interface Queue {
  /** Null while the queue of this profile is not paused. */
  pause(profileId: string): Promise<QueuePause | null>;
  /**
   * From then on no attempt of a queued post begins. A pause that is there already keeps its beginning.
   * @returns the pause as it is stored
   */
  setPause(profileId: string, pause: QueuePause, audit: AuditEntry): Promise<QueuePause>;
  /**
   * Lifts the pause, after the waiting posts whose slot has passed during it have moved to the next free slots, in their
   * order and one group after another. False when there was none. What `reflow.places` throws leaves everything as it is.
   * @param endedBy only a pause that ends by then, ms since 1970; null: any
   */
  resume(profileId: string, reflow: Reflow, endedBy: number | null, audit: AuditEntry): Promise<boolean>;
  /** Profiles whose pause has come to its end. */
  ended(now: number): Promise<string[]>;
}
