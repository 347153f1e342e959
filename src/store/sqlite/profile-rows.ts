// Writes a profile's row and its slots, inside whatever transaction is open.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../domain/audit.ts";
import type { Profile } from "../../domain/profile.ts";
import type { Slot } from "../../domain/slot.ts";
import { profileValues } from "../rows/profile.ts";
import { appendAudit } from "./audit.ts";
import { openSlotRows } from "./slots.ts";

export function openProfileRows(db: Database) {
  const insert = db.query(
    `INSERT INTO profile (id, name, timezone, keep_metadata, review, week_start, default_accounts, created_at)
     VALUES ($id, $name, $timezone, $keepMetadata, $review, $weekStart, $defaultAccounts, $createdAt)
     ON CONFLICT (name) DO NOTHING`,
  );
  const { insertSlots } = openSlotRows(db);
  return {
    /** With its audit entry. False, and nothing is written, when the name is taken. */
    insertProfile(profile: Profile, slots: readonly Slot[], audit: AuditEntry): boolean {
      if (insert.run(profileValues(profile)).changes === 0) return false;
      insertSlots(profile.id, slots);
      appendAudit(db, audit);
      return true;
    },
  };
}
