// The lists of a media library: parts of a list in each order, and the posts that use a file.
import { eventActor } from "../../domain/event.ts";
import type { Media, MediaFilter, MediaPlace, MediaSort, MediaUse, MediaUser } from "../../domain/media.ts";
import type { MediaRecords } from "../../domain/store/media.ts";
import { captionOf } from "../rows/post-content.ts";
import { MEDIA_COLUMNS, mediaOf, openNameSearch, type MediaNames, type MediaRow } from "../rows/media.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

/** Files whose names and alt texts are fetched at a time, to be searched here. */
const SEARCHED = 2000;
/** How many of a file's uses are looked at to count those that wait. */
const COUNTED_USES = 4000;

interface Order {
  readonly key: string;
  readonly by: string;
  /** Files after `$key` and `$id`. */
  readonly after: string;
}

const ORDERS: Readonly<Record<MediaSort, Order>> = {
  created: { key: "NULL", by: "id DESC", after: "id < $id" },
  name: {
    key: "filename",
    by: "lower(filename), id",
    after: `(lower(filename), id) > (lower($key::text COLLATE "C"), $id)`,
  },
  size: { key: "size", by: "size DESC, id DESC", after: "(size, id) < ($key::bigint, $id)" },
};

export function openMediaList({
  db,
  read,
}: Pick<Access, "db" | "read">): Pick<MediaRecords, "page" | "uses" | "users"> {
  return {
    async page(profileId, { sort, text, ...filter }, limit, after) {
      const list = { profileId, sort, filter };
      if (!text) return (await listRows<MediaRow>(db, list, MEDIA_COLUMNS, limit, after)).map(mediaOf);
      return await read((db) => search(db, list, text, limit, after));
    },
    uses: (ids) => usesOf(db, ids),
    users: (id, limit) =>
      db.all<MediaUser>(
        `SELECT post.id, ${captionOf("post.id")} AS caption, post.status, post.scheduled_for AS "scheduledFor"
         FROM post_media JOIN post ON post.id = post_id WHERE media_id = $id ORDER BY post_id DESC LIMIT $limit`,
        { id, limit },
      ),
  };
}

interface List {
  readonly profileId: string;
  readonly sort: MediaSort;
  readonly filter: Omit<MediaFilter, "text">;
}

async function listRows<Row>(
  db: Connection,
  { profileId, sort, filter: { kind, unused, missingAlt } }: List,
  columns: string,
  limit: number,
  after: MediaPlace | null,
): Promise<Row[]> {
  const order = ORDERS[sort];
  const where = ["profile_id = $profileId", "deleted_at IS NULL"];
  if (after) where.push(order.after);
  if (kind) where.push("kind = $kind");
  if (unused) where.push("posts = 0");
  if (missingAlt) where.push("described = 0");
  return await db.list<Row>(
    `SELECT ${columns} FROM media WHERE ${where.join(" AND ")} ORDER BY ${order.by} LIMIT $limit`,
    {
      profileId,
      limit,
      ...(after && { id: after.id, ...(sort !== "created" && { key: after.key }) }),
      ...(kind && { kind }),
    },
  );
}

/** The words are compared here: both stores find the same files. */
async function search(
  db: Connection,
  list: List,
  text: string,
  limit: number,
  after: MediaPlace | null,
): Promise<Media[]> {
  const has = openNameSearch(text);
  const columns = `id, ${ORDERS[list.sort].key} AS key, filename, alt_text AS "altText"`;
  const ids: string[] = [];
  for (let place = after; ids.length < limit;) {
    const part = await listRows<MediaPlace & MediaNames>(db, list, columns, SEARCHED, place);
    ids.push(...part.filter(has).map(({ id }) => id));
    place = part.at(-1) ?? null;
    if (part.length < SEARCHED) break;
  }
  const page = ids.slice(0, limit);
  const rows = await db.all<MediaRow>(`SELECT ${MEDIA_COLUMNS} FROM media WHERE id = ANY($page::text[])`, {
    page,
  });
  const found = new Map(rows.map((row) => [row.id, mediaOf(row)]));
  return page.flatMap((id) => found.get(id) ?? []);
}

async function usesOf(db: Connection, ids: readonly string[]): Promise<MediaUse[]> {
  const rows = await db.all<{
    id: string;
    posts: number;
    waiting: number;
    creator: string | null;
    keyName: string | null;
  }>(
    `SELECT media.id, posts, created_by AS creator,
       (SELECT name FROM api_key WHERE media.created_by LIKE 'key:%' AND id = substr(media.created_by, 5)) AS "keyName",
       (SELECT count(*) FROM (SELECT post_id FROM post_media WHERE media_id = media.id ORDER BY post_id DESC LIMIT $most) AS use
          JOIN post ON post.id = post_id WHERE status IN ('queued', 'scheduled', 'publishing', 'uncertain')) AS waiting
     FROM media WHERE media.id = ANY($ids::text[])`,
    { ids, most: COUNTED_USES },
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const { creator = null, keyName = null, posts = 0, waiting = 0 } = found.get(id) ?? {};
    return { createdBy: eventActor(creator, keyName), posts, waiting };
  });
}
