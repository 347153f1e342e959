// Tables webhook_event and webhook_delivery as they are filled: events for the feed, and for each endpoint that asked for them.
import { idFrom } from "../../id.ts";
import { asksFor, type NewWebhookEvent } from "../rows/news.ts";
import type { Connection } from "./pool.ts";
import type { Announcement } from "./records.ts";

interface Endpoint {
  readonly id: string;
  readonly profileId: string;
  readonly events: string | null;
}

/** In this order, and for each endpoint that asked for them. Nobody else gives numbers. */
export async function insertWebhookEvents(
  db: Connection,
  announcements: readonly Announcement[],
): Promise<void> {
  const numbers = await storeEvents(
    db,
    announcements.map(({ event }) => event),
  );
  await deliver(
    db,
    announcements.map(({ event, except }, n) => ({ ...event, except, seq: numbers[n] ?? 0 })),
  );
}

/** In this order, for the feed alone. Nobody else gives numbers. @returns the numbers of the events */
export async function storeEvents(db: Connection, added: readonly NewWebhookEvent[]): Promise<number[]> {
  const numbers = await db.all<{ seq: number }>(
    "SELECT nextval(pg_get_serial_sequence('webhook_event', 'seq')) AS seq FROM generate_series(1, $count::bigint)",
    { count: added.length },
  );
  const events = added.map((event, n) => {
    const seq = numbers[n]?.seq ?? 0;
    return { ...event, seq, id: idFrom(event.at, seq, event.body) };
  });
  const list = <K extends keyof (typeof events)[number]>(field: K) => events.map((event) => event[field]);
  await db.run(
    `INSERT INTO webhook_event (seq, id, profile_id, post_id, type, body, at)
     SELECT * FROM unnest($seqs::bigint[], $ids::text[], $profiles::text[], $posts::text[], $types::text[],
       $bodies::text[], $ats::bigint[])`,
    {
      seqs: list("seq"),
      ids: list("id"),
      profiles: list("profileId"),
      posts: list("postId"),
      types: list("type"),
      bodies: list("body"),
      ats: list("at"),
    },
  );
  return events.map(({ seq }) => seq);
}

async function deliver(
  db: Connection,
  events: readonly (Announcement["event"] & { readonly seq: number; readonly except: string | null })[],
): Promise<void> {
  const endpoints = await db.all<Endpoint>(
    `SELECT id, profile_id AS "profileId", events FROM webhook
     WHERE profile_id = ANY($profiles::text[]) AND deleted_at IS NULL`,
    { profiles: [...new Set(events.map(({ profileId }) => profileId))] },
  );
  const deliveries = events.flatMap(({ profileId, type, at, seq, except }) =>
    endpoints
      .filter((each) => each.profileId === profileId && each.id !== except && asksFor(each.events, type))
      .map(({ id: webhookId }) => ({ id: idFrom(at, seq, webhookId), webhookId, seq, at })),
  );
  if (deliveries.length === 0) return;
  const list = <K extends keyof (typeof deliveries)[number]>(field: K) =>
    deliveries.map((each) => each[field]);
  await db.run(
    `INSERT INTO webhook_delivery (id, webhook_id, event_seq, state, due_at, created_at)
     SELECT id, webhook_id, seq, 'waiting', at, at
     FROM unnest($ids::text[], $webhooks::text[], $seqs::bigint[], $ats::bigint[]) AS added (id, webhook_id, seq, at)`,
    { ids: list("id"), webhooks: list("webhookId"), seqs: list("seq"), ats: list("at") },
  );
}
