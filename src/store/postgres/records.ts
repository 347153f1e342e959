// What a transaction writes last: the journals of posts, events for others, and the audit log. Their numbers are given by
// one transaction at a time, so that whoever reads on from a number misses nothing.
import type { Account } from "../../domain/account.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import type { EventData, JournalEvent } from "../../domain/event.ts";
import { accountBody } from "../../domain/event-body.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import type { TypeAbout } from "../../domain/webhook-event.ts";
import type { NewWebhookEvent } from "../rows/news.ts";
import { appendAudit } from "./audit.ts";
import { insertEvents, newsOfEvents } from "./events.ts";
import { lockPosts } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { insertWebhookEvents } from "./webhook-events.ts";

/** What is written down of an event. */
export interface NewEvent extends Pick<JournalEvent, "kind" | "detail" | "at"> {
  /** As the audit log names them; default: Crier. */
  readonly actor?: string | null | undefined;
  readonly data?: EventData | undefined;
}

/** An event with the post, and perhaps the attempt of a target, to which it belongs. */
export interface PlacedEvent extends NewEvent {
  readonly postId: string;
  readonly targetId: string | null;
  readonly attempt: number | null;
}

/** An event for others, and an endpoint that it is not for. */
export interface Announcement {
  readonly event: NewWebhookEvent;
  readonly except: string | null;
}

/** Collects them; they are written right before the commit, in this order within each kind. */
export interface Records {
  audit(entry: AuditEntry): void;
  /** The entry of a change that may have found nothing to change: then nothing is written. @returns `changed` */
  auditIf(changed: boolean, entry: AuditEntry): boolean;
  ofTarget(ref: AttemptRef, event: NewEvent): void;
  ofPost(postId: string, event: NewEvent): void;
  announce(event: NewWebhookEvent, except?: string | null): void;
  announceAccount(type: TypeAbout<"account">, account: Account, at: number): void;
}

/** A number of our own among the server's locks: who holds it gives numbers. */
export const NUMBERS = 0x63726966;

/** From here to its end, this transaction gives numbers. It locks nothing else after that. */
export async function lockNumbers(db: Connection): Promise<void> {
  await db.get("SELECT pg_advisory_xact_lock($numbers)", { numbers: NUMBERS });
}

export function openRecords(): Records & { flush(db: Connection): Promise<void> } {
  const entries: AuditEntry[] = [];
  const events: PlacedEvent[] = [];
  const announcements: Announcement[] = [];
  const announce = (event: NewWebhookEvent, except: string | null = null) =>
    void announcements.push({ event, except });
  return {
    audit: (entry) => void entries.push(entry),
    auditIf(changed, entry) {
      if (changed) entries.push(entry);
      return changed;
    },
    ofTarget: ({ id, postId, attempt }, event) =>
      void events.push({ ...event, postId, targetId: id, attempt }),
    ofPost: (postId, event) => void events.push({ ...event, postId, targetId: null, attempt: null }),
    announce,
    announceAccount: (type, account, at) =>
      announce({
        type,
        profileId: account.profileId,
        postId: null,
        body: accountBody(type, at, account),
        at,
      }),
    flush,
  };

  async function flush(db: Connection): Promise<void> {
    if (events.length > 0) {
      await lockPosts(db, [...new Set(events.map(({ postId }) => postId))]);
      for (const event of await newsOfEvents(db, events)) announce(event);
    }
    if (events.length + announcements.length + entries.length === 0) return;
    await lockNumbers(db);
    if (events.length > 0) await insertEvents(db, events);
    if (announcements.length > 0) await insertWebhookEvents(db, announcements);
    await appendAudit(db, entries);
  }
}
