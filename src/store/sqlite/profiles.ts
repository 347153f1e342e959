// Profiles: table profile.
import type { Profile } from "../../domain/profile.ts";
import type { Profiles } from "../../domain/store/profiles.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";
import { openProfileRows, rowOf } from "./profile-rows.ts";
import type { SearchIndex } from "./search.ts";

const COLUMNS = `id, name, timezone, keep_metadata AS keepMetadata, review, week_start AS weekStart,
  default_accounts AS defaultAccounts, created_at AS createdAt`;
type ProfileRow = Omit<Profile, "keepMetadata" | "review" | "defaultAccounts"> & {
  keepMetadata: number;
  review: number;
  defaultAccounts: string | null;
};

/** @param tidy removes what the search index still has of it */
export function openProfiles({ db, read, write }: Access, { tidy }: Pick<SearchIndex, "tidy">): Profiles {
  const all = db.query<ProfileRow, []>(`SELECT ${COLUMNS} FROM profile ORDER BY id`);
  // `+$wanted`: see due.ts.
  const one = db.query<ProfileRow, { wanted: string }>(
    `SELECT ${COLUMNS} FROM profile WHERE id = +$wanted OR name = +$wanted ORDER BY id = +$wanted DESC LIMIT 1`,
  );
  // Another's name is left alone, not taken; its own in other letters is its own.
  const update = db.query(
    `UPDATE OR IGNORE profile SET name = $name, timezone = $timezone, keep_metadata = $keepMetadata, review = $review,
       week_start = $weekStart, default_accounts = $defaultAccounts WHERE id = $id`,
  );
  const byId = db.query<ProfileRow, [string]>(`SELECT ${COLUMNS} FROM profile WHERE id = ?`);
  // Targets point at accounts without a cascade, so posts go first.
  const dropPosts = db.query("DELETE FROM post WHERE profile_id = ?");
  const drop = db.query("DELETE FROM profile WHERE id = ?");
  const join = db.query(
    "INSERT INTO person_profile (person_id, profile_id) SELECT id, ?1 FROM person WHERE id = ?2 AND all_profiles = 0",
  );
  const { insertProfile } = openProfileRows(db);
  return {
    create: (profile, slots, audit, creatorId = null) =>
      write(() => {
        if (!insertProfile(profile, slots, audit)) return false;
        if (creatorId !== null) join.run(profile.id, creatorId);
        return true;
      }),
    list: () => read(() => all.all().map(profileOf)),
    find: (wanted) =>
      read(() => {
        const row = one.get({ wanted });
        return row && profileOf(row);
      }),
    update: (id, changes, audit) =>
      write(() => {
        const row = byId.get(id);
        if (!row) return "missing";
        const changed = { ...profileOf(row), ...changes };
        const { createdAt: _, ...written } = rowOf(changed);
        if (update.run(written).changes === 0) return "name_taken";
        appendAudit(db, audit(changed));
        return changed;
      }),
    async remove(id, audit) {
      const removed = await write(() => {
        dropPosts.run(id);
        return auditIf(drop.run(id).changes > 0, db, audit);
      });
      await tidy();
      return removed;
    },
  };
}

const profileOf = (row: ProfileRow): Profile => ({
  ...row,
  keepMetadata: row.keepMetadata === 1,
  review: row.review === 1,
  defaultAccounts: row.defaultAccounts === null ? null : (JSON.parse(row.defaultAccounts) as string[]),
});
