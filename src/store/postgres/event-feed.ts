// Table webhook_event as programs read it: the events of a profile in order.
import type { EventPage, EventsFound, StoredEvent, Webhooks } from "../../domain/store/webhooks.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

/** How many events are read at once when only some types are requested, so that rare types do not make a page slow. */
const WINDOW = 20_000;

export function openEventFeed({ db, read }: Access): Pick<Webhooks, "events" | "lastEvent"> {
  return {
    events: (profile, request) => read((db) => find(db, profile, request)),
    lastEvent: (profile) => lastOf(db, profile),
  };
}

async function lastOf(db: Connection, profile: string): Promise<number> {
  const last = await db.get<{ seq: number | null }>(
    "SELECT max(seq) AS seq FROM webhook_event WHERE profile_id = $profile",
    { profile },
  );
  return last?.seq ?? 0;
}

async function find(
  db: Connection,
  profile: string,
  { limit, after, types }: EventPage,
): Promise<EventsFound> {
  const end = types === null ? null : await endOfWindow(db, profile, after);
  const last = Math.max(await lastOf(db, profile), after);
  // By the index alone as far as the types do not fit.
  const found = await db.list<StoredEvent>(
    `SELECT seq, id, body FROM webhook_event WHERE profile_id = $profile AND seq > $after AND seq <= $to
       ${types === null ? "" : "AND type = ANY($types::text[])"} ORDER BY seq LIMIT $limit`,
    { profile, after, to: end ?? last, limit: limit + 1, ...(types && { types }) },
  );
  const events = found.slice(0, limit);
  const isCut = found.length > limit;
  const upTo = isCut ? (events.at(-1)?.seq ?? after) : (end ?? last);
  return { events, upTo, hasMore: isCut || end !== null };
}

async function endOfWindow(db: Connection, profile: string, after: number): Promise<number | null> {
  const end = await db.get<{ seq: number }>(
    `SELECT seq FROM webhook_event WHERE profile_id = $profile AND seq > $after ORDER BY seq LIMIT 1 OFFSET ${WINDOW}`,
    { profile, after },
  );
  return end?.seq ?? null;
}
