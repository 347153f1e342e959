// The lists of a media library: parts of a list in each order, and the posts that use a file.
import type { Database } from "bun:sqlite";
import { setImmediate } from "node:timers/promises";
import { eventActor } from "../../domain/event.ts";
import type { Media, MediaFilter, MediaPlace, MediaSort, MediaUse, MediaUser } from "../../domain/media.ts";
import type { MediaRecords } from "../../domain/store/media.ts";
import type { Access } from "./access.ts";
import { captionOf } from "../rows/post-content.ts";
import { MEDIA_COLUMNS, mediaOf, openNameSearch, type MediaNames, type MediaRow } from "../rows/media.ts";

/** How many files one read looks at, in a few milliseconds: in an index, and by their names and alt texts. */
const LOOK = { filtered: 20_000, searched: 2000 } as const;
/** How many of a file's uses are looked at to count those that wait. */
const COUNTED_USES = 4000;

interface Order {
  readonly key: string;
  readonly by: string;
  /** Files after `$key` and `$id`. */
  readonly after: string;
  /** Files up to and with `$endKey` and `$end`. */
  readonly until: string;
}

const ORDERS: Readonly<Record<MediaSort, Order>> = {
  created: { key: "NULL", by: "id DESC", after: "id < +$id", until: "id >= +$end" },
  name: {
    key: "filename",
    by: "filename COLLATE NOCASE, id",
    // As rows of two values they would not be looked up in the index.
    after: "filename COLLATE NOCASE >= +$key AND (filename COLLATE NOCASE > +$key OR id > +$id)",
    until: "filename COLLATE NOCASE <= +$endKey AND (filename COLLATE NOCASE < +$endKey OR id <= +$end)",
  },
  size: {
    key: "size",
    by: "size DESC, id DESC",
    after: "size <= +$key AND (size < +$key OR id < +$id)",
    until: "size >= +$endKey AND (size > +$endKey OR id >= +$end)",
  },
};

type Values = Record<string, string | number | null>;

type MediaLists = Pick<MediaRecords, "page" | "uses" | "users">;

export function openMediaList({ db, read }: Pick<Access, "db" | "read">): MediaLists {
  const row = db.query<MediaRow, [string]>(`SELECT ${MEDIA_COLUMNS} FROM media WHERE id = ?`);
  return {
    async page(profileId, { sort, ...filter }, limit, after) {
      const media: Media[] = [];
      for (let from = after; ;) {
        const next = await read(() => {
          const part = openPart(db, profileId, sort, from, filter.text ? LOOK.searched : LOOK.filtered);
          const found = filter.text ? part.matching(filter, filter.text) : part.shown(filter, limit);
          const rows = found.slice(0, limit - media.length).map(({ id }) => row.get(id));
          media.push(...rows.filter((each) => each !== null).map(mediaOf));
          return part.end;
        });
        if (next === null || media.length >= limit) return media;
        from = next;
        await setImmediate();
      }
    },
    ...openUses({ db, read }),
  };
}

/** The next `size` files after a place. */
function openPart(db: Database, profile: string, sort: MediaSort, after: MediaPlace | null, size: number) {
  const order = ORDERS[sort];
  const among = `profile_id = +$profile AND deleted_at IS NULL ${after ? `AND ${order.after}` : ""}`;
  const from = { profile, ...(after && { id: after.id, ...(sort !== "created" && { key: after.key }) }) };
  const end = db
    .query<MediaPlace, Values>(
      `SELECT id, ${order.key} AS key FROM media WHERE ${among} ORDER BY ${order.by} LIMIT 1 OFFSET ${size - 1}`,
    )
    .get(from);
  const bounds = {
    ...from,
    ...(end && { end: end.id, ...(sort !== "created" && { endKey: end.key }) }),
  };
  const where = `${among} ${end ? `AND ${order.until}` : ""}`;
  return {
    end,
    shown(filter: MediaFilter, limit: number): MediaPlace[] {
      const { sql, values } = conditionOf(filter);
      const query = `SELECT id, ${order.key} AS key FROM media WHERE ${where} ${sql} ORDER BY ${order.by} LIMIT +$limit`;
      return db.query<MediaPlace, Values>(query).all({ ...bounds, ...values, limit });
    },
    /** SQLite compares ASCII letters only, so the words are compared here. */
    matching(filter: MediaFilter, text: string): MediaPlace[] {
      const { sql, values } = conditionOf(filter);
      const query = `SELECT id, ${order.key} AS key, filename, alt_text AS altText FROM media WHERE ${where} ${sql} ORDER BY ${order.by}`;
      return db
        .query<MediaPlace & MediaNames, Values>(query)
        .all({ ...bounds, ...values })
        .filter(openNameSearch(text));
    },
  };
}

function conditionOf({ kind, unused, missingAlt }: MediaFilter): { sql: string; values: Values } {
  const sql = [
    ...(kind ? ["AND kind = +$kind"] : []),
    ...(unused ? ["AND posts = 0"] : []),
    ...(missingAlt ? ["AND described = 0"] : []),
  ];
  return { sql: sql.join(" "), values: kind ? { kind } : {} };
}

function openUses({ db, read }: Pick<Access, "db" | "read">): Pick<MediaRecords, "uses" | "users"> {
  const known = db.query<{ posts: number; creator: string | null; keyName: string | null }, [string]>(
    `SELECT posts, created_by AS creator,
       (SELECT name FROM api_key WHERE media.created_by LIKE 'key:%' AND id = substr(media.created_by, 5)) AS keyName
     FROM media WHERE id = ?`,
  );
  const waiting = db.query<{ waiting: number }, [string, number]>(
    `SELECT count(*) AS waiting FROM post WHERE id IN
       (SELECT post_id FROM post_media WHERE media_id = +? ORDER BY post_id DESC LIMIT +?)
     AND +status IN ('queued', 'scheduled', 'publishing', 'uncertain')`,
  );
  const useOf = (id: string): MediaUse => {
    const { posts, creator, keyName } = known.get(id) ?? { posts: 0, creator: null, keyName: null };
    const waits = posts === 0 ? 0 : (waiting.get(id, COUNTED_USES)?.waiting ?? 0);
    return { createdBy: eventActor(creator, keyName), posts, waiting: waits };
  };
  const users = db.query<MediaUser, [string, number]>(
    `SELECT post.id, ${captionOf("post.id")} AS caption, post.status, post.scheduled_for AS scheduledFor
     FROM post_media JOIN post ON post.id = post_id WHERE media_id = +? ORDER BY post_id DESC LIMIT +?`,
  );
  return {
    async uses(ids) {
      const found: MediaUse[] = [];
      for (const id of ids) found.push(await read(() => useOf(id)));
      return found;
    },
    users: (id, limit) => read(() => users.all(id, limit)),
  };
}
