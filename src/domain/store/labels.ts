// Store interface: labels of profiles.
import type { AuditEntry } from "../audit.ts";
import type { Label } from "../label.ts";

export interface Labels {
  /** By name. */
  list(profileId: string): Promise<Label[]>;
  add(label: Label, audit: AuditEntry): Promise<"added" | "name_taken" | "too_many">;
  /** @returns the label as it is then */
  change(
    profileId: string,
    id: string,
    changes: Partial<Pick<Label, "name" | "colour">>,
    audit: AuditEntry,
  ): Promise<Label | "missing" | "name_taken">;
  /** Posts lose it. False when there is no such label. */
  remove(profileId: string, id: string, audit: AuditEntry): Promise<boolean>;
}
