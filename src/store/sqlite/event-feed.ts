// Table webhook_event as programs read it: the events of a profile in order.
import type { EventPage, EventsFound, StoredEvent, Webhooks } from "../../domain/store/webhooks.ts";
import type { Access } from "./access.ts";

/** Looked at in one go for a few types: more would hold up all other work of this process. */
const WINDOW = 20_000;

export function openEventFeed({ db, read }: Access): Pick<Webhooks, "events" | "lastEvent"> {
  const latest = db.query<{ seq: number | null }, [string]>(
    "SELECT max(seq) AS seq FROM webhook_event WHERE profile_id = +?",
  );
  const page = db.query<StoredEvent, { profile: string; after: number; limit: number }>(
    `SELECT seq, id, body FROM webhook_event WHERE profile_id = +$profile AND seq > +$after ORDER BY seq LIMIT +$limit`,
  );
  const windowEnd = db.query<{ seq: number }, [string, number]>(
    `SELECT seq FROM webhook_event WHERE profile_id = +? AND seq > +? ORDER BY seq LIMIT 1 OFFSET ${WINDOW}`,
  );
  // By the index alone as far as the types do not fit.
  const some = db.query<
    StoredEvent,
    { profile: string; after: number; to: number; types: string; limit: number }
  >(
    `SELECT seq, id, body FROM webhook_event WHERE profile_id = +$profile AND seq > +$after AND seq <= +$to
       AND type IN (SELECT value FROM json_each(+$types)) ORDER BY seq LIMIT +$limit`,
  );
  const lastOf = (profile: string) => latest.get(profile)?.seq ?? 0;
  return {
    events: (profile, request) => read(() => find(profile, request)),
    lastEvent: (profile) => read(() => lastOf(profile)),
  };

  function find(profile: string, { limit, after, types }: EventPage): EventsFound {
    const end = types === null ? null : (windowEnd.get(profile, after)?.seq ?? null);
    const last = Math.max(lastOf(profile), after);
    const found =
      types === null
        ? page.all({ profile, after, limit: limit + 1 })
        : some.all({ profile, after, to: end ?? last, types: JSON.stringify(types), limit: limit + 1 });
    const events = found.slice(0, limit);
    const isCut = found.length > limit;
    const upTo = isCut ? (events.at(-1)?.seq ?? after) : (end ?? last);
    return { events, upTo, hasMore: isCut || end !== null };
  }
}
