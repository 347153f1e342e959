// Store interface: messages that wait to be delivered, for the dispatcher of webhooks.
import type { AuditEntry } from "../audit.ts";
import type { EventType } from "../webhook-event.ts";
import type { PausedReason } from "../webhook.ts";

export interface Outbox {
  /** Messages with a try to make now, by endpoint: those that wait longest first, and those that a person asked for. */
  due(request: OutboxQuery): Promise<DueMessage[]>;
  /**
   * Takes messages that wait, unless their endpoint was paused or deleted since. What was due longer than `resumedMs` before its endpoint
   * was resumed is given up. @returns those that were taken, in this order
   */
  claim(messages: readonly DueMessage[], resumedMs: number): Promise<DueMessage[]>;
  /** What sending a message takes; null when it is not being sent, or its endpoint was paused or deleted since. */
  load(id: string): Promise<Message | null>;
  /** Messages that were taken and not sent wait again. */
  release(ids: readonly string[], now: number): Promise<void>;
  /** Writes down a try, and what it means for the endpoint. False when the message is not being sent. */
  settle(id: string, outcome: TryOutcome): Promise<boolean>;
  /** What processes that have ended left behind while sending waits again. @returns how many */
  recover(now: number): Promise<number>;
  /** Since when every try to this endpoint has failed, ms since 1970; null after a success. */
  failingSince(webhookId: string): Promise<number | null>;
  /** Pauses an endpoint, and tells the others of its profile. False when it was not active. */
  pause(webhookId: string, reason: PausedReason, audit: AuditEntry): Promise<boolean>;
  /**
   * Removes events from before `before` with their deliveries, and what is left of deleted endpoints; at most `limit` rows
   * of each. @returns whether there is more
   */
  sweep(before: number, limit: number): Promise<boolean>;
}

export interface OutboxQuery {
  readonly now: number;
  /** At most so many of one endpoint, less those that are taken already. */
  readonly perEndpoint: number;
  readonly taken: Readonly<Record<string, number>>;
}

export interface DueMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly postId: string | null;
}

export interface Message extends DueMessage {
  readonly eventId: string;
  readonly type: EventType;
  readonly profileId: string;
  readonly url: string;
  /** JSON. */
  readonly body: string;
  /** Tries since it was last sent again, and of all. */
  readonly tries: number;
  readonly attempts: number;
  /** The newest first. */
  readonly secrets: readonly SealedSecret[];
}

export interface SealedSecret {
  readonly id: string;
  readonly sealed: Uint8Array;
  /** ms since 1970; null: it is the newest. */
  readonly until: number | null;
}

export interface TryOutcome {
  readonly at: number;
  readonly ms: number;
  /** HTTP status; null without a complete answer. */
  readonly status: number | null;
  /** Null: delivered. */
  readonly problem: string | null;
  /** When to try again; null: never. */
  readonly nextAt: number | null;
}
