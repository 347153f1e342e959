// Writes events for webhooks and the event feed, inside the transaction of the change that makes them true.
import type { Database } from "bun:sqlite";
import type { Account } from "../../domain/account.ts";
import { accountBody, postBody, targetBody, webhookBody } from "../../domain/event-body.ts";
import type { Post, PostStatus, Schedule } from "../../domain/post.ts";
import { mayTell, newsOf, type Entry, type EventType, type TypeAbout } from "../../domain/webhook-event.ts";
import type { Webhook } from "../../domain/webhook.ts";
import { idFrom } from "../../id.ts";
import { openPostRows } from "./post-rows.ts";

/** To be called inside a transaction. */
export interface Announcements {
  /** What an entry of a post's journal means for others, if anything. */
  entry(postId: string, entry: Entry, at: number): void;
  /** Call it before the post is deleted. */
  postDeleted(post: Post, at: number): void;
  account(type: TypeAbout<"account">, account: Account, at: number): void;
  /** @returns the number of the event */
  webhookTest(webhook: Webhook, at: number): number;
  /** For the other endpoints of its profile. */
  webhookPaused(webhook: Webhook, at: number): void;
}

interface NewEvent {
  readonly type: EventType;
  readonly profileId: string;
  readonly postId: string | null;
  readonly body: string;
  readonly at: number;
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
  const placeOf = db.query<Place, [string]>(
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
    postDeleted(post, at) {
      const sequence = (placeOf.get(post.id)?.sequence ?? 0) + 1;
      const { id: postId, profileId } = post;
      const type = "post.deleted";
      add({ type, profileId, postId, body: postBody(type, { at, post, sequence }), at });
    },
    account: (type, account, at) =>
      add({
        type,
        profileId: account.profileId,
        postId: null,
        body: accountBody(type, at, account),
        at,
      }),
    webhookTest: (webhook, at) => insert(ofWebhook("webhook.test", webhook, at)),
    webhookPaused: (webhook, at) => add(ofWebhook("webhook.paused", webhook, at), webhook.id),
  };

  function entry(postId: string, about: Entry, at: number): void {
    const place = placeOf.get(postId);
    if (place && !mayTell(about, place.schedule)) return;
    const post = place && rows.one(place.profileId, postId);
    if (!post) throw new Error(`the post ${postId} is gone while its journal is written`);
    const { profileId } = post;
    const news = newsOf(about, post, place.announced);
    let { sequence } = place;
    if (news.target !== null && about.targetId !== null) {
      const body = targetBody(news.target, about.targetId, { at, post, sequence: ++sequence });
      add({ type: news.target, profileId, postId, body, at });
    }
    if (news.post !== null) {
      const body = postBody(news.post, { at, post, sequence: ++sequence });
      add({ type: news.post, profileId, postId, body, at });
    }
    if (sequence !== place.sequence || news.announced !== place.announced)
      setPlace.run(sequence, news.announced, postId);
  }

  /** For the feed, and for each endpoint that asked for it. */
  function add(event: NewEvent, except: string | null = null): void {
    const seq = insert(event);
    for (const { id: webhookId, events } of endpoints.all(event.profileId))
      if (webhookId !== except && asksFor(events, event.type))
        insertDelivery.run({ id: idFrom(event.at, seq, webhookId), webhookId, seq, at: event.at });
  }

  function insert(event: NewEvent): number {
    const seq = (lastSeq.get()?.seq ?? 0) + 1;
    insertEvent.run({ ...event, seq, id: idFrom(event.at, seq, event.body) });
    return seq;
  }
}

interface Place {
  readonly profileId: string;
  readonly schedule: Schedule;
  readonly sequence: number;
  readonly announced: PostStatus | null;
}

function ofWebhook(type: TypeAbout<"webhook">, webhook: Webhook, at: number): NewEvent {
  return { type, profileId: webhook.profileId, postId: null, body: webhookBody(type, at, webhook), at };
}

const asksFor = (events: string | null, type: EventType): boolean =>
  events === null || (JSON.parse(events) as readonly string[]).includes(type);
