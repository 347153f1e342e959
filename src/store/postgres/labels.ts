// Tables label and post_label.
import { labelKey, MAX_LABELS, type Label } from "../../domain/label.ts";
import type { Labels } from "../../domain/store/labels.ts";
import { MissingLabelError } from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

const COLUMNS = 'id, profile_id AS "profileId", name, colour, created_at AS "createdAt"';

export function openLabels({ db, write }: Access): Labels {
  return {
    list: async (profileId) =>
      (await labelsOf(db, profileId)).toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    add: (label, audit) =>
      write(async (db) => {
        if ((await holder(db, label.profileId, label.name)) !== undefined) return "name_taken";
        if ((await labelsOf(db, label.profileId)).length >= MAX_LABELS) return "too_many";
        await db.run(
          `INSERT INTO label (id, profile_id, name, name_key, colour, created_at)
           VALUES ($id, $profileId, $name, $key, $colour, $createdAt)`,
          { ...label, key: labelKey(label.name) },
        );
        db.records.audit(audit);
        return "added";
      }),
    change: (profileId, id, changes, audit) =>
      write(async (db) => {
        const before = await db.get<Label>(
          `SELECT ${COLUMNS} FROM label WHERE id = $id AND profile_id = $profileId`,
          { id, profileId },
        );
        if (!before) return "missing";
        const label = { ...before, ...changes };
        const other = await holder(db, profileId, label.name);
        if (other !== undefined && other !== id) return "name_taken";
        await db.run("UPDATE label SET name = $name, name_key = $key, colour = $colour WHERE id = $id", {
          id,
          name: label.name,
          key: labelKey(label.name),
          colour: label.colour,
        });
        db.records.audit(audit);
        return label;
      }),
    remove: (profileId, id, audit) =>
      write(async (db) => {
        const dropped = await db.run("DELETE FROM label WHERE id = $id AND profile_id = $profileId", {
          id,
          profileId,
        });
        return db.records.auditIf(dropped > 0, audit);
      }),
  };
}

/** At most a hundred. */
const labelsOf = async (db: Connection, profileId: string) =>
  await db.all<Label>(`SELECT ${COLUMNS} FROM label WHERE profile_id = $profileId`, { profileId });

async function holder(db: Connection, profileId: string, name: string): Promise<string | undefined> {
  const found = await db.get<{ id: string }>(
    "SELECT id FROM label WHERE profile_id = $profileId AND name_key = $key",
    { profileId, key: labelKey(name) },
  );
  return found?.id;
}

/** The labels of a post, in whatever transaction is open. @throws MissingLabelError */
export async function setLabels(db: Connection, postId: string, labels: readonly string[]): Promise<void> {
  await db.run("DELETE FROM post_label WHERE post_id = $postId", { postId });
  for (const [position, label] of labels.entries()) {
    const added = await db.run(
      `INSERT INTO post_label (post_id, label_id, position)
       SELECT post.id, label.id, $position FROM label JOIN post ON post.profile_id = label.profile_id
       WHERE post.id = $postId AND label.id = $label`,
      { postId, label, position },
    );
    if (added === 0) throw new MissingLabelError(position);
  }
}
