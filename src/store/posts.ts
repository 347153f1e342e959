// Posts as a whole: made, found, listed and revised. Tables post and idempotency; the rows are in post-rows.ts.
import type { Database } from "bun:sqlite";
import type { AuditEntry, Claim, Claimed, Created, NewPost, Posts, SlotPick } from "../publishing/ports.ts";
import { appendAudit } from "./audit.ts";
import { appendEvent, eventsOf } from "./events.ts";
import { pageOf } from "./post-list.ts";
import { openPostRows, type PostRow } from "./post-rows.ts";
import { inSlot, openRevisions } from "./revisions.ts";
import type { Write } from "./writer.ts";

export function openPosts(db: Database, write: Write): Posts {
  const rows = openPostRows(db);
  const revise = openRevisions(db, rows);
  const heldSlots = db.query<{ at: number; id: string }, [string, number]>(
    "SELECT scheduled_for AS at, id FROM post WHERE profile_id = ? AND schedule = 'queue' AND scheduled_for > ?",
  );
  const claimOf = db.query<Claimed, [string, string]>(
    "SELECT key, fingerprint, post_id AS postId FROM idempotency WHERE profile_id = ? AND key = ?",
  );
  const addClaim = db.query(
    "INSERT INTO idempotency (profile_id, key, fingerprint, post_id, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  // Keys whose time is over make room when a new one comes.
  const forgetOld = db.query("DELETE FROM idempotency WHERE forget_at < ?");
  const checksDue = db.query<PostRow, [number, number]>(
    "SELECT * FROM post WHERE check_at <= ? ORDER BY check_at LIMIT ?",
  );
  const setCheck = db.query(
    "UPDATE post SET check_at = ?, warnings = ? WHERE id = ? AND updated_at = ? AND check_at <= ?",
  );
  const exists = db.query<{ id: string }, [string, string]>(
    "SELECT id FROM post WHERE id = ? AND profile_id = ?",
  );

  return {
    create: (post, claim, slots, audit) => write(() => create(post, claim, slots, audit)),
    get: async (profileId, id) => rows.one(profileId, id),
    page: async (profileId, filter, limit, before) =>
      rows.whole(pageOf(db, profileId, filter, limit, before)),
    claimed: async (profileId, key) => claimOf.get(profileId, key),
    revise: (profileId, id, decide) => write(() => revise(profileId, id, decide)),
    async events(profileId, id) {
      return exists.get(id, profileId) ? eventsOf(db, id) : null;
    },
    async held(profileId, after) {
      return new Map(heldSlots.all(profileId, after).map(({ at, id }) => [at, id]));
    },
    dueChecks: async (now, limit) => rows.whole(checksDue.all(now, limit)),
    checked: ({ id: postId, updatedAt }, { at, nextAt, warnings, detail }) =>
      write(() => {
        const { changes } = setCheck.run(nextAt, JSON.stringify(warnings), postId, updatedAt, at);
        if (changes === 0 || detail === null) return;
        const event = { kind: "preflight.warning", detail, at } as const;
        appendEvent(db, { ...event, postId, targetId: null, attempt: null });
      }),
  };

  function create(post: NewPost, claim: Claim | null, slots: SlotPick | null, audit: AuditEntry): Created {
    const taken = claim && claimOf.get(post.profileId, claim.key);
    if (taken) return { kind: "claimed", claim: taken };
    rows.add(slots ? inSlot(post, slots(rows.held(post.profileId, post.createdAt))) : post);
    appendAudit(db, audit);
    if (claim) forgetOld.run(post.createdAt);
    if (claim) addClaim.run(post.profileId, claim.key, claim.fingerprint, post.id, post.createdAt);
    return { kind: "created" };
  }
}
