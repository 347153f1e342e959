// Table event: the append-only journal of posts.
import { eventActor, type EventData, type JournalEvent } from "../../domain/event.ts";
import { linkOf, NO_LINK, type ChainedRow } from "../../domain/event-chain.ts";
import { mayTell } from "../../domain/webhook-event.ts";
import { newsOfEntry, type NewsPlace, type NewWebhookEvent } from "../rows/news.ts";
import type { Connection } from "./pool.ts";
import { readAllWithoutContent } from "./post-rows.ts";
import type { PlacedEvent } from "./records.ts";
import { storable } from "./statements.ts";

type EventRow = Omit<JournalEvent, "actor" | "data"> & {
  readonly actor: string | null;
  readonly keyName: string | null;
  readonly data: string;
};

/** A post's events after the one with this number, oldest first. */
export async function eventsOf(db: Connection, postId: string, after: number): Promise<JournalEvent[]> {
  const rows = await db.all<EventRow>(
    `SELECT seq, target_id AS "targetId", attempt, kind, detail, at, actor, data,
       (SELECT name FROM api_key WHERE event.actor LIKE 'key:%' AND id = substr(event.actor, 5)) AS "keyName"
     FROM event WHERE post_id = $postId AND seq > $after ORDER BY seq`,
    { postId, after },
  );
  return rows.map(({ actor, keyName, data, ...event }) => ({
    ...event,
    actor: eventActor(actor, keyName),
    data: JSON.parse(data) as EventData,
  }));
}

/** The same rows as they are stored, with their links; oldest first. */
export async function chainOf(db: Connection, postId: string): Promise<ChainedRow[]> {
  return await db.all<ChainedRow>(
    `SELECT seq, post_id AS "postId", target_id AS "targetId", attempt, kind, detail, at, actor, data, link
     FROM event WHERE post_id = $postId ORDER BY seq`,
    { postId },
  );
}

/** Appends events in this order. The caller has locked the posts and the numbers. */
export async function insertEvents(db: Connection, events: readonly PlacedEvent[]): Promise<void> {
  const links = await lastLinks(db, [...new Set(events.map(({ postId }) => postId))]);
  const rows = events.map(({ postId, targetId, attempt, kind, at, ...event }) => {
    const detail = storable(event.detail);
    const row = { postId, targetId, attempt, kind, detail, at, actor: event.actor ?? null };
    const data = JSON.stringify(event.data ?? {});
    const link = linkOf(links.get(postId) ?? NO_LINK, { ...row, data });
    links.set(postId, link);
    return { ...row, data, link };
  });
  const list = <K extends keyof (typeof rows)[number]>(field: K) => rows.map((row) => row[field]);
  await db.run(
    `INSERT INTO event (post_id, target_id, attempt, kind, detail, at, actor, data, link)
     SELECT post_id, target_id, attempt, kind, detail, at, actor, data::json, link
     FROM unnest($postIds::text[], $targetIds::text[], $attempts::bigint[], $kinds::text[], $details::text[], $ats::bigint[],
       $actors::text[], $data::text[], $links::text[]) WITH ORDINALITY
       AS added (post_id, target_id, attempt, kind, detail, at, actor, data, link, n) ORDER BY n`,
    {
      postIds: list("postId"),
      targetIds: list("targetId"),
      attempts: list("attempt"),
      kinds: list("kind"),
      details: list("detail"),
      ats: list("at"),
      actors: list("actor"),
      data: list("data"),
      links: list("link"),
    },
  );
}

/** The links that the next events of posts go on from; those without events are left out. */
async function lastLinks(db: Connection, postIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ postId: string; link: string | null }>(
    `SELECT id AS "postId", last.link FROM unnest($postIds::text[]) AS named (id)
     CROSS JOIN LATERAL (SELECT link FROM event WHERE post_id = id ORDER BY seq DESC LIMIT 1) AS last`,
    { postIds },
  );
  const links = new Map<string, string>();
  for (const { postId, link } of rows) links.set(postId, link ?? (await linkOlder(db, postId)));
  return links;
}

/** Events from before there were links, which came from a data folder, get theirs. @returns the last one */
async function linkOlder(db: Connection, postId: string): Promise<string> {
  let last = NO_LINK;
  for (const row of await chainOf(db, postId)) {
    last = linkOf(last, row);
    await db.run("UPDATE event SET link = $link WHERE seq = $seq", { link: last, seq: row.seq });
  }
  return last;
}

/** What entries of journals mean for others, if anything; the places of their posts move on. */
export async function newsOfEvents(
  db: Connection,
  events: readonly PlacedEvent[],
): Promise<NewWebhookEvent[]> {
  const postIds = [...new Set(events.map(({ postId }) => postId))];
  const places = await placesOf(db, postIds);
  const telling = events.filter((event) => {
    const place = places.get(event.postId);
    return !place || mayTell(event, place.schedule);
  });
  if (telling.length === 0) return [];
  const posts = await readAllWithoutContent(db, [...new Set(telling.map(({ postId }) => postId))]);
  const moved = new Map<string, NewsPlace>();
  const ofTargets = telling.filter(({ targetId }) => targetId !== null);
  const last = new Map(ofTargets.map((event) => [event.postId, event]));
  const news = telling.flatMap((event) => {
    const post = posts.get(event.postId);
    const before = moved.get(event.postId) ?? places.get(event.postId);
    if (!post || !before) throw new Error(`the post ${event.postId} is gone while its journal is written`);
    const isLast = last.get(event.postId) === event;
    const { events: found, place } = newsOfEntry(event, {
      post: () => post,
      place: before,
      at: event.at,
      isLast,
    });
    if (place.sequence !== before.sequence || place.announced !== before.announced)
      moved.set(event.postId, place);
    return found;
  });
  await setPlaces(db, moved);
  return news;
}

async function placesOf(db: Connection, ids: readonly string[]): Promise<Map<string, NewsPlace>> {
  const rows = await db.all<NewsPlace & { readonly id: string }>(
    `SELECT id, profile_id AS "profileId", schedule, sequence, announced FROM post WHERE id = ANY($ids::text[])`,
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function setPlaces(db: Connection, places: ReadonlyMap<string, NewsPlace>): Promise<void> {
  if (places.size === 0) return;
  const list = [...places.values()];
  await db.run(
    `UPDATE post SET sequence = moved.sequence, announced = moved.announced
     FROM unnest($ids::text[], $sequences::bigint[], $announced::text[]) AS moved (id, sequence, announced)
     WHERE post.id = moved.id`,
    {
      ids: [...places.keys()],
      sequences: list.map(({ sequence }) => sequence),
      announced: list.map(({ announced }) => announced),
    },
  );
}

/** Of these posts, by their ids. */
export async function lastEvents(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ id: string; seq: number }>(
    "SELECT post_id AS id, max(seq) AS seq FROM event WHERE post_id = ANY($ids::text[]) GROUP BY post_id",
    { ids },
  );
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
