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
import { addPosts, POST_COLUMNS, readPost, readPosts, wholePosts } from "./post-rows.ts";
import { revise, reviseAll } from "./revisions.ts";
import { jsonOf } from "./statements.ts";

export function openPosts({
  db,
  read,
  write,
  writeLocked,
}: Access): Omit<Posts, "page" | "shortPage" | "calendar" | "counts"> {
  const createAll = (requests: readonly Request[]) => writeLocked((db) => create(db, requests));
  const createPlain = openGroup(createAll, keyOf);
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
    revise: (profileId, id, decide, known) => write((db) => revise(db, profileId, id, { decide, known })),
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

/** It locks no row that another post may have locked, so many of them can share a transaction. */
const isPlain = ({ post, slots }: Request): boolean =>
  slots === null && post.mediaIds.length + post.targetMediaIds.length + post.labels.length === 0;

/** Two with the same idempotency key never share one: the second waits for the first. */
const keyOf = ({ post, claim }: Request): string => (claim ? `${post.profileId} ${claim.key}` : post.id);

async function create(db: Transaction, requests: readonly Request[]): Promise<Created[]> {
  const taken = await takeKeys(db, requests);
  const added: { post: NewPost; audit: AuditEntry; actor: string }[] = [];
  for (const { post, slots, audit } of requests)
    if (!taken.has(post.id)) added.push({ post: await place(db, post, slots), audit, actor: audit.actor });
  await addPosts(db, added);
  for (const { post, audit, actor } of added) {
    const { id, schedule, scheduledFor, createdAt: at } = post;
    const data = { schedule, ...(scheduledFor !== null && { dueAt: scheduledFor }) };
    db.records.ofPost(id, { kind: "created", detail: schedule, at, actor, data });
    db.records.audit(audit);
  }
  const stored = await readPosts(
    db,
    added.map(({ post }) => post.id),
  );
  return requests.map(({ post: { id } }) => {
    const claim = taken.get(id);
    if (claim) return { kind: "claimed", claim };
    const post = stored.get(id);
    if (!post) throw new Error(`post ${id} is gone right after it was stored`);
    return { kind: "created", post };
  });
}

/** In the slot that it asks for. Of two who look for one, the second finds the one that the first took. */
async function place(db: Transaction, post: NewPost, slots: SlotPick | null): Promise<NewPost> {
  if (!slots) return post;
  await lockProfile(db, post.profileId);
  return inSlot(post, await amongHeld(db, post.profileId, post.createdAt, slots));
}

/**
 * Waits for whoever uses one of the keys at the same time. @returns what they were used for, by the ids of the posts that
 * wanted them; all others have theirs from now on
 */
async function takeKeys(
  db: Connection,
  requests: readonly Request[],
): Promise<ReadonlyMap<string, IdempotencyRecord>> {
  const wishes = requests.flatMap(({ post, claim }) => (claim ? [{ ...post, ...claim }] : []));
  const taken = new Map<string, IdempotencyRecord>();
  if (wishes.length === 0) return taken;
  // Keys whose time is over make room when a new one comes.
  const now = Math.max(...wishes.map(({ createdAt }) => createdAt));
  await db.run("DELETE FROM idempotency WHERE forget_at < $now", { now });
  // In one order everywhere, so that no two wait for each other.
  const added = await db.all<{ id: string }>(
    `INSERT INTO idempotency (profile_id, key, fingerprint, post_id, created_at)
     SELECT * FROM unnest($profileIds::text[], $keys::text[], $fingerprints::text[], $ids::text[], $at::bigint[])
       AS wish (profile_id, key, fingerprint, post_id, created_at) ORDER BY profile_id, key
     ON CONFLICT DO NOTHING RETURNING post_id AS id`,
    {
      profileIds: wishes.map(({ profileId }) => profileId),
      keys: wishes.map(({ key }) => key),
      fingerprints: wishes.map(({ fingerprint }) => fingerprint),
      ids: wishes.map(({ id }) => id),
      at: wishes.map(({ createdAt }) => createdAt),
    },
  );
  const theirs = new Set(added.map(({ id }) => id));
  for (const { id, profileId, key } of wishes) {
    const claim = theirs.has(id) ? null : await claimOf(db, profileId, key);
    if (claim) taken.set(id, claim);
  }
  return taken;
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
