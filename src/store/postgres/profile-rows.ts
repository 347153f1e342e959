// Writes a profile's row and its slots, in whatever transaction is open.
import type { AuditEntry } from "../../domain/audit.ts";
import type { Profile } from "../../domain/profile.ts";
import type { Slot } from "../../domain/slot.ts";
import { profileValues } from "../rows/profile.ts";
import type { Transaction } from "./access.ts";
import { insertSlots } from "./slots.ts";

/** With its audit entry. False, and nothing is written, when the name is taken. */
export async function insertProfile(
  db: Transaction,
  profile: Profile,
  slots: readonly Slot[],
  audit: AuditEntry,
): Promise<boolean> {
  const added = await db.run(
    `INSERT INTO profile (id, name, timezone, keep_metadata, review, week_start, default_accounts, created_at)
     VALUES ($id, $name, $timezone, $keepMetadata, $review, $weekStart, $defaultAccounts, $createdAt)
     ON CONFLICT (lower(name)) DO NOTHING`,
    profileValues(profile),
  );
  if (added === 0) return false;
  await insertSlots(db, profile.id, slots);
  db.records.audit(audit);
  return true;
}
