// Writes events for webhooks and the event feed, inside the transaction of the change that makes them true.
import type { Database } from "bun:sqlite";
import type { Account } from "../../domain/account.ts";
import { accountBody } from "../../domain/event-body.ts";
import type { PostWithoutContent } from "../../domain/post.ts";
import { mayTell, type Entry, type TypeAbout } from "../../domain/webhook-event.ts";
import type { Webhook } from "../../domain/webhook.ts";
import { idFrom } from "../../id.ts";
import {
  asksFor,
  newsOfDeletion,
  newsOfEntry,
  newsOfWebhook,
  type NewsPlace,
  type NewWebhookEvent,
} from "../rows/news.ts";
import { openPostRows } from "./post-rows.ts";

/** To be called inside a transaction. */
export interface Announcements {
  /** What an entry of a post's journal means for others, if anything. */
  entry(postId: string, entry: Entry, at: number): void;
  /** Call it before the post is deleted. */
  postDeleted(post: PostWithoutContent, at: number): void;
  account(type: TypeAbout<"account">, account: Account, at: number): void;
  /** @returns the number of the event */
  webhookTest(webhook: Webhook, at: number): number;
  /** For the other endpoints of its profile. */
  webhookPaused(webhook: Webhook, at: number): void;
}

const opened = new WeakMap<Database, Announcements>();

/** The same for each call with this connection. */
export function announcementsOf(db: Database): Announcements {
  const known = opened.get(db) ?? openAnnouncements(db);
  opened.set(db, known);
  return known;
}

function openAnnouncements(db: Database): Announcements {
  const rows = openPostRows(db);
  const placeOf = db.query<NewsPlace, [string]>(
    "SELECT profile_id AS profileId, schedule, sequence, announced FROM post WHERE id = ?",
  );
  const setPlace = db.query("UPDATE post SET sequence = ?, announced = ? WHERE id = ?");
  const lastSeq = db.query<{ seq: number }, []>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'webhook_event'",
  );
  const insertEvent = db.query(
    `INSERT INTO webhook_event (seq, id, profile_id, post_id, type, body, at)
     VALUES ($seq, $id, $profileId, $postId, $type, $body, $at)`,
  );
  const endpoints = db.query<{ id: string; events: string | null }, [string]>(
    "SELECT id, events FROM webhook WHERE profile_id = +? AND deleted_at IS NULL",
  );
  const insertDelivery = db.query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_seq, state, due_at, created_at)
     VALUES ($id, $webhookId, $seq, 'waiting', $at, $at)`,
  );

  return {
    entry,
    postDeleted: (post, at) => add(newsOfDeletion(post, placeOf.get(post.id)?.sequence ?? 0, at)),
    account: (type, account, at) =>
      add({
        type,
        profileId: account.profileId,
        postId: null,
        body: accountBody(type, at, account),
        at,
      }),
    webhookTest: (webhook, at) => insert(newsOfWebhook("webhook.test", webhook, at)),
    webhookPaused: (webhook, at) => add(newsOfWebhook("webhook.paused", webhook, at), webhook.id),
  };

  function entry(postId: string, about: Entry, at: number): void {
    if (about.schedule !== undefined && !mayTell(about, about.schedule)) return;
    const place = placeOf.get(postId);
    if (!place) throw new Error(`the post ${postId} is gone while its journal is written`);
    if (!mayTell(about, place.schedule)) return;
    // Each entry is written right after its change, before any other.
    const post = once(() => rows.withoutContent(place.profileId, postId));
    const { events, place: after } = newsOfEntry(about, { post, place, at, isLast: true });
    for (const event of events) add(event);
    if (after.sequence !== place.sequence || after.announced !== place.announced)
      setPlace.run(after.sequence, after.announced, postId);
  }

  /** For the feed, and for each endpoint that asked for it. */
  function add(event: NewWebhookEvent, except: string | null = null): void {
    const seq = insert(event);
    for (const { id: webhookId, events } of endpoints.all(event.profileId))
      if (webhookId !== except && asksFor(events, event.type))
        insertDelivery.run({ id: idFrom(event.at, seq, webhookId), webhookId, seq, at: event.at });
  }

  function insert(event: NewWebhookEvent): number {
    const seq = (lastSeq.get()?.seq ?? 0) + 1;
    insertEvent.run({ ...event, seq, id: idFrom(event.at, seq, event.body) });
    return seq;
  }
}

/** Reads a post when it is first asked for. */
function once(read: () => PostWithoutContent | null): () => PostWithoutContent {
  let post: PostWithoutContent | null = null;
  return () => {
    post ??= read();
    if (!post) throw new Error("a post is gone while its journal is written");
    return post;
  };
}
