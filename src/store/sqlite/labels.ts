// Tables label and post_label.
import type { Database } from "bun:sqlite";
import { labelKey, MAX_LABELS, type Label } from "../../domain/label.ts";
import type { Labels } from "../../domain/store/labels.ts";
import { MissingLabelError } from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";

const COLUMNS = "id, profile_id AS profileId, name, colour, created_at AS createdAt";

export function openLabels({ db, read, write }: Access): Labels {
  // At most a hundred: sorted here, by letters and not by bytes.
  const all = db.query<Label, [string]>(`SELECT ${COLUMNS} FROM label WHERE profile_id = +?`);
  const one = db.query<Label, [string, string]>(
    `SELECT ${COLUMNS} FROM label WHERE id = ? AND profile_id = ?`,
  );
  const named = db.query<{ id: string }, [string, string]>(
    "SELECT id FROM label WHERE profile_id = +? AND name_key = +?",
  );
  const insert = db.query(
    `INSERT INTO label (id, profile_id, name, name_key, colour, created_at)
     VALUES ($id, $profileId, $name, $key, $colour, $createdAt)`,
  );
  const update = db.query("UPDATE label SET name = $name, name_key = $key, colour = $colour WHERE id = $id");
  const drop = db.query("DELETE FROM label WHERE id = ? AND profile_id = ?");
  const holder = (profileId: string, name: string) => named.get(profileId, labelKey(name))?.id;
  return {
    list: (profileId) =>
      read(() => all.all(profileId).toSorted((a, b) => a.name.localeCompare(b.name, "en"))),
    add: (label, audit) =>
      write(() => {
        if (holder(label.profileId, label.name) !== undefined) return "name_taken";
        if (all.all(label.profileId).length >= MAX_LABELS) return "too_many";
        insert.run({ ...label, key: labelKey(label.name) });
        appendAudit(db, audit);
        return "added";
      }),
    change: (profileId, id, changes, audit) =>
      write(() => {
        const before = one.get(id, profileId);
        if (!before) return "missing";
        const label = { ...before, ...changes };
        const other = holder(profileId, label.name);
        if (other !== undefined && other !== id) return "name_taken";
        update.run({ id, name: label.name, key: labelKey(label.name), colour: label.colour });
        appendAudit(db, audit);
        return label;
      }),
    remove: (profileId, id, audit) =>
      write(() => auditIf(drop.run(id, profileId).changes > 0, db, audit), "large"),
  };
}

/** Labels of posts, inside whatever transaction is open. */
export function openPostLabels(db: Database) {
  const drop = db.query("DELETE FROM post_label WHERE post_id = ?");
  const insert = db.query(
    `INSERT INTO post_label (post_id, label_id, position)
     SELECT $post, label.id, $position FROM label JOIN post ON post.id = $post
     WHERE label.id = $label AND label.profile_id = post.profile_id`,
  );
  return {
    /** @throws MissingLabelError */
    set(postId: string, labels: readonly string[]): void {
      drop.run(postId);
      labels.forEach((label, position) => {
        if (insert.run({ post: postId, label, position }).changes === 0)
          throw new MissingLabelError(position);
      });
    },
  };
}
