// Tables post and idempotency: posts are created, found and revised here; the rows are in post-rows.ts.
import type { AuditEntry } from "../../domain/audit.ts";
import type {
  Created,
  IdempotencyClaim,
  IdempotencyRecord,
  NewPost,
  PostCheck,
  Posts,
  SlotPick,
} from "../../domain/store/posts.ts";
import type { PostRow } from "../rows/post.ts";
import { inSlot } from "../rows/revision.ts";
import type { Access, Transaction } from "./access.ts";
import { attemptsOf } from "./attempts.ts";
import { chainOf, eventsOf, lastEvents } from "./events.ts";
import { amongHeld, listHeldSlots } from "./held-slots.ts";
import { lockProfile } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { openGroup } from "./groups.ts";
import { addPost, POST_COLUMNS, readPost, readPosts, wholePosts } from "./post-rows.ts";
import { revise, reviseAll } from "./revisions.ts";
import { jsonOf } from "./statements.ts";

export function openPosts({
  db,
  read,
  write,
  writeLocked,
}: Access): Omit<Posts, "page" | "calendar" | "counts"> {
  const createAll = (requests: readonly Request[]) => writeLocked((db) => create(db, requests));
  const createPlain = openGroup(createAll, ({ post }) => post.id);
  const alone = async (request: Request): Promise<Created> => {
    const [created] = await createAll([request]);
    if (!created) throw new Error("a post without an answer");
    return created;
  };
  /** Null where there is no such post. */
  const ofPost = <T>(profileId: string, id: string, look: (db: Connection) => Promise<T>) =>
    read(async (db) => ((await exists(db, profileId, id)) ? await look(db) : null));
  return {
    create(post, claim, slots, audit) {
      const request = { post, claim, slots, audit };
      return isPlain(request) ? createPlain(request) : alone(request);
    },
    get: (profileId, id) => read((db) => readPost(db, profileId, id)),
    claimed: (profileId, key) => claimOf(db, profileId, key),
    revise: (profileId, id, decide) => write((db) => revise(db, profileId, id, decide)),
    reviseAll: (profileId, ids, now, decide) => write((db) => reviseAll(db, { profileId, ids, now }, decide)),
    lastEvents: (ids) => lastEvents(db, ids),
    events: (profileId, id, after = 0) => ofPost(profileId, id, (db) => eventsOf(db, id, after)),
    chain: (profileId, id) => ofPost(profileId, id, (db) => chainOf(db, id)),
    attempts: (profileId, id) => ofPost(profileId, id, (db) => attemptsOf(db, id)),
    held: (profileId, after, limit) => listHeldSlots(db, profileId, after, limit),
    amongHeld: (profileId, after, look) => amongHeld(db, profileId, after, look),
    dueChecks: (now, limit) =>
      read(async (db) => {
        const rows = await db.all<PostRow>(
          `SELECT ${POST_COLUMNS} FROM post WHERE check_at <= $now ORDER BY check_at LIMIT $limit`,
          { now, limit },
        );
        return await wholePosts(db, rows);
      }),
    checked: (post, check) => writeLocked((db) => noteCheck(db, post, check)),
  };
}

async function exists(db: Connection, profileId: string, id: string): Promise<boolean> {
  const sql = "SELECT id FROM post WHERE id = $id AND profile_id = $profileId";
  return (await db.get(sql, { id, profileId })) !== null;
}

async function claimOf(db: Connection, profileId: string, key: string): Promise<IdempotencyRecord | null> {
  return await db.get<IdempotencyRecord>(
    `SELECT key, fingerprint, post_id AS "postId" FROM idempotency WHERE profile_id = $profileId AND key = $key`,
    { profileId, key },
  );
}

interface Request {
  readonly post: NewPost;
  readonly claim: IdempotencyClaim | null;
  readonly slots: SlotPick | null;
  readonly audit: AuditEntry;
}

/** It locks nothing that another post may have locked, so many of them can share a transaction. */
const isPlain = ({ post, claim, slots }: Request): boolean =>
  claim === null &&
  slots === null &&
  post.mediaIds.length + post.targetMediaIds.length + post.labels.length === 0;

async function create(db: Transaction, requests: readonly Request[]): Promise<Created[]> {
  const claims: (IdempotencyRecord | null)[] = [];
  for (const request of requests) claims.push(await createOne(db, request));
  const stored = await readPosts(
    db,
    requests.map(({ post }) => post.id),
  );
  return requests.map(({ post: { id } }, n) => {
    const claim = claims[n];
    if (claim) return { kind: "claimed", claim };
    const post = stored.get(id);
    if (!post) throw new Error(`post ${id} is gone right after it was stored`);
    return { kind: "created", post };
  });
}

/** @returns what its idempotency key was used for; null: the post was stored */
async function createOne(
  db: Transaction,
  { post, claim, slots, audit }: Request,
): Promise<IdempotencyRecord | null> {
  const { id, profileId, schedule, createdAt: at } = post;
  const taken = claim && (await takeKey(db, post, claim));
  if (taken) return taken;
  // Of two who look for a slot, the second finds the one that the first took.
  if (slots) await lockProfile(db, profileId);
  const placed = slots ? inSlot(post, await amongHeld(db, profileId, at, slots)) : post;
  await addPost(db, placed, audit.actor);
  const data = { schedule, ...(placed.scheduledFor !== null && { dueAt: placed.scheduledFor }) };
  db.records.ofPost(id, { kind: "created", detail: schedule, at, actor: audit.actor, data });
  db.records.audit(audit);
  return null;
}

/** Waits for whoever uses the key at the same time. @returns what it was used for; null: it is this post's from now on */
async function takeKey(
  db: Connection,
  { id, profileId, createdAt: at }: NewPost,
  { key, fingerprint }: IdempotencyClaim,
): Promise<IdempotencyRecord | null> {
  // Keys whose time is over make room when a new one comes.
  await db.run("DELETE FROM idempotency WHERE forget_at < $at", { at });
  const added = await db.run(
    `INSERT INTO idempotency (profile_id, key, fingerprint, post_id, created_at)
     VALUES ($profileId, $key, $fingerprint, $id, $at) ON CONFLICT DO NOTHING`,
    { profileId, key, fingerprint, id, at },
  );
  return added > 0 ? null : await claimOf(db, profileId, key);
}

async function noteCheck(
  db: Transaction,
  { id, updatedAt }: { readonly id: string; readonly updatedAt: number },
  { at, nextAt, warnings, detail }: PostCheck,
): Promise<void> {
  const changes = await db.run(
    `UPDATE post SET check_at = $nextAt, warnings = $warnings
     WHERE id = $id AND updated_at = $updatedAt AND check_at <= $at`,
    { id, updatedAt, at, nextAt, warnings: jsonOf(warnings) },
  );
  if (changes > 0 && detail !== null) db.records.ofPost(id, { kind: "preflight.warning", detail, at });
}
