// Profiles: table profile.
import type { Profiles } from "../../domain/store/profiles.ts";
import { PROFILE_COLUMNS, profileOf, profileValues, type ProfileRow } from "../rows/profile.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { openProfileRows } from "./profile-rows.ts";
import { openRemoveProfile } from "./remove-profile.ts";
import type { SearchIndex } from "./search.ts";

/** @param tidy removes what the search index still has of it */
export function openProfiles({ db, read, write }: Access, { tidy }: Pick<SearchIndex, "tidy">): Profiles {
  const all = db.query<ProfileRow, []>(`SELECT ${PROFILE_COLUMNS} FROM profile ORDER BY id`);
  // `+$wanted`: see due.ts.
  const one = db.query<ProfileRow, { nameOrId: string }>(
    `SELECT ${PROFILE_COLUMNS} FROM profile WHERE id = +$nameOrId OR name = +$nameOrId ORDER BY id = +$nameOrId DESC LIMIT 1`,
  );
  // Another's name is left alone, not taken; its own in other letters is its own.
  const update = db.query(
    `UPDATE OR IGNORE profile SET name = $name, timezone = $timezone, keep_metadata = $keepMetadata, review = $review,
       week_start = $weekStart, default_accounts = $defaultAccounts WHERE id = $id`,
  );
  const byId = db.query<ProfileRow, [string]>(`SELECT ${PROFILE_COLUMNS} FROM profile WHERE id = ?`);
  const join = db.query(
    "INSERT INTO person_profile (person_id, profile_id) SELECT id, ?1 FROM person WHERE id = ?2 AND all_profiles = 0",
  );
  const { insertProfile } = openProfileRows(db);
  const removeProfile = openRemoveProfile(db, write);
  return {
    create: (profile, slots, audit, creatorId = null) =>
      write(() => {
        if (!insertProfile(profile, slots, audit)) return false;
        if (creatorId !== null) join.run(profile.id, creatorId);
        return true;
      }),
    list: () => read(() => all.all().map(profileOf)),
    find: (nameOrId) =>
      read(() => {
        const row = one.get({ nameOrId });
        return row && profileOf(row);
      }),
    update: (id, changes, audit) =>
      write(() => {
        const row = byId.get(id);
        if (!row) return "missing";
        const changed = { ...profileOf(row), ...changes };
        const { createdAt: _, ...written } = profileValues(changed);
        if (update.run(written).changes === 0) return "name_taken";
        appendAudit(db, audit(changed));
        return changed;
      }),
    async remove(id, audit) {
      const removed = await removeProfile(id, audit);
      await tidy();
      return removed;
    },
  };
}
