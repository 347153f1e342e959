// Profiles: table profile.
import type { Profiles } from "../../domain/store/profiles.ts";
import { PROFILE_COLUMNS, profileOf, profileValues, type ProfileRow } from "../rows/profile.ts";
import type { Access } from "./access.ts";
import { insertProfile } from "./profile-rows.ts";

export function openProfiles({ db, write }: Access): Profiles {
  return {
    create: (profile, slots, audit, creatorId = null) =>
      write(async (db) => {
        if (!(await insertProfile(db, profile, slots, audit))) return false;
        if (creatorId !== null)
          await db.run(
            `INSERT INTO person_profile (person_id, profile_id)
             SELECT id, $id FROM person WHERE id = $creatorId AND all_profiles = 0`,
            { id: profile.id, creatorId },
          );
        return true;
      }),
    async list() {
      const rows = await db.all<ProfileRow>(`SELECT ${PROFILE_COLUMNS} FROM profile ORDER BY id`);
      return rows.map(profileOf);
    },
    async find(nameOrId) {
      const row = await db.get<ProfileRow>(
        `SELECT ${PROFILE_COLUMNS} FROM profile WHERE id = $nameOrId OR lower(name) = lower($nameOrId COLLATE "C")
         ORDER BY id = $nameOrId DESC LIMIT 1`,
        { nameOrId },
      );
      return row && profileOf(row);
    },
    update: (id, changes, audit) =>
      write(async (db) => {
        const row = await db.get<ProfileRow>(`SELECT ${PROFILE_COLUMNS} FROM profile WHERE id = $id`, { id });
        if (!row) return "missing";
        const changed = { ...profileOf(row), ...changes };
        // Another's name is left alone, not taken; its own in other letters is its own.
        const updated = await db.run(
          `UPDATE profile SET name = $name, timezone = $timezone, keep_metadata = $keepMetadata, review = $review,
             week_start = $weekStart, default_accounts = $defaultAccounts
           WHERE id = $id AND NOT EXISTS (SELECT 1 FROM profile WHERE lower(name) = lower($name COLLATE "C") AND id <> $id)`,
          profileValues(changed),
        );
        if (updated === 0) return "name_taken";
        db.records.audit(audit(changed));
        return changed;
      }),
    remove: (id, audit) =>
      write(async (db) => {
        // Targets point at accounts without a cascade, so posts go first.
        await db.run("DELETE FROM post WHERE profile_id = $id", { id });
        const dropped = await db.run("DELETE FROM profile WHERE id = $id", { id });
        return db.records.auditIf(dropped > 0, audit);
      }),
  };
}
