// Tables post and idempotency: posts are created, found, listed and revised here; the rows are in post-rows.ts.
import type { AuditEntry } from "../../domain/audit.ts";
import type {
  IdempotencyClaim,
  IdempotencyRecord,
  Created,
  NewPost,
  Posts,
  SlotPick,
} from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import { attemptsOf } from "./attempts.ts";
import { appendAudit } from "./audit.ts";
import { appendPostEvent, chainOf, eventsOf } from "./events.ts";
import { openCalendar } from "./calendar.ts";
import { openHeldSlots } from "./held-slots.ts";
import { openPostCounts } from "./post-counts.ts";
import { openPostPages, openSearches } from "./post-list.ts";
import { openPostRows, POST_COLUMNS } from "./post-rows.ts";
import type { PostRow } from "../rows/post.ts";
import { inSlot } from "../rows/revision.ts";
import { openRevisions } from "./revisions.ts";
import type { SearchIndex } from "./search.ts";

export function openPosts(access: Access, search: SearchIndex): Posts {
  const { db, read, write } = access;
  const rows = openPostRows(db);
  const searchOf = openSearches(access, search);
  const slotsHeld = openHeldSlots(db);
  const { revise, reviseAll } = openRevisions(db, { rows, search, slots: slotsHeld });
  const claimOf = db.query<IdempotencyRecord, [string, string]>(
    "SELECT key, fingerprint, post_id AS postId FROM idempotency WHERE profile_id = ? AND key = ?",
  );
  const addClaim = db.query(
    "INSERT INTO idempotency (profile_id, key, fingerprint, post_id, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  // Keys whose time is over make room when a new one comes.
  const forgetOld = db.query("DELETE FROM idempotency WHERE forget_at < ?");
  const checksDue = db.query<PostRow, [number, number]>(
    `SELECT ${POST_COLUMNS} FROM post WHERE check_at <= +? ORDER BY check_at LIMIT +?`,
  );
  const setCheck = db.query(
    "UPDATE post SET check_at = ?, warnings = ? WHERE id = ? AND updated_at = ? AND check_at <= ?",
  );
  const exists = db.query<{ id: string }, [string, string]>(
    "SELECT id FROM post WHERE id = ? AND profile_id = ?",
  );

  const lastEvents = db.query<{ id: string; seq: number }, [string]>(
    "SELECT post_id AS id, max(seq) AS seq FROM event WHERE post_id IN (SELECT value FROM json_each(?)) GROUP BY post_id",
  );

  return {
    create: (post, claim, slots, audit) => write(() => create(post, claim, slots, audit)),
    get: (profileId, id) => read(() => rows.one(profileId, id)),
    ...openPostPages(access, rows, searchOf),
    calendar: openCalendar(access, rows),
    counts: openPostCounts(access, searchOf),
    claimed: (profileId, key) => read(() => claimOf.get(profileId, key)),
    revise: (profileId, id, decide, known) => write(() => revise(profileId, id, decide, known)),
    reviseAll: (profileId, ids, now, decide) => write(() => reviseAll(profileId, ids, now, decide)),
    lastEvents: (ids) =>
      read(() => new Map(lastEvents.all(JSON.stringify(ids)).map(({ id, seq }) => [id, seq]))),
    events: (profileId, id, after = 0) =>
      read(() => (exists.get(id, profileId) ? eventsOf(db, id, after) : null)),
    chain: (profileId, id) => read(() => (exists.get(id, profileId) ? chainOf(db, id) : null)),
    attempts: (profileId, id) => read(() => (exists.get(id, profileId) ? attemptsOf(db, id) : null)),
    held: (profileId, after, limit) => read(() => slotsHeld.list(profileId, after, limit)),
    amongHeld: (profileId, after, look) => read(() => look(slotsHeld.after(profileId, after))),
    dueChecks: (now, limit) => read(() => rows.whole(checksDue.all(now, limit))),
    checked: ({ id: postId, updatedAt }, { at, nextAt, warnings, detail }) =>
      write(() => {
        const { changes } = setCheck.run(nextAt, JSON.stringify(warnings), postId, updatedAt, at);
        if (changes === 0 || detail === null) return;
        const event = { kind: "preflight.warning", detail, at } as const;
        appendPostEvent(db, postId, event);
      }),
  };

  function create(
    post: NewPost,
    claim: IdempotencyClaim | null,
    slots: SlotPick | null,
    audit: AuditEntry,
  ): Created {
    const taken = claim && claimOf.get(post.profileId, claim.key);
    if (taken) return { kind: "claimed", claim: taken };
    const { id, schedule, createdAt: at } = post;
    const placed = slots ? inSlot(post, slots(slotsHeld.after(post.profileId, at))) : post;
    const stored = rows.add(placed, audit.actor);
    const data = { schedule, ...(placed.scheduledFor !== null && { dueAt: placed.scheduledFor }) };
    appendPostEvent(db, id, { kind: "created", detail: schedule, at, actor: audit.actor, data });
    appendAudit(db, audit);
    if (claim) forgetOld.run(post.createdAt);
    if (claim) addClaim.run(post.profileId, claim.key, claim.fingerprint, post.id, post.createdAt);
    return { kind: "created", post: stored };
  }
}
