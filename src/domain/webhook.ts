// Webhooks: endpoints that people name, and how a delivery to one of them goes on.
import type { EventType } from "./webhook-event.ts";

export interface Webhook {
  readonly id: string;
  readonly profileId: string;
  /** Where events are sent. It may hold a token, so only those who manage the webhook see it. */
  readonly url: string;
  /** Null: all, also those that a later Crier adds. */
  readonly events: readonly EventType[] | null;
  readonly description: string;
  readonly status: WebhookStatus;
  /** Null while it is active. */
  readonly pausedReason: PausedReason | null;
  /** Since when every try has failed, ms since 1970; null after a success. */
  readonly failingSince: number | null;
  readonly createdAt: number;
}

export const WEBHOOK_STATUSES = ["active", "paused"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A person paused it, nothing arrived for days, or its server answered 410 Gone. */
export const PAUSED_REASONS = ["requested", "failing", "gone"] as const;
export type PausedReason = (typeof PAUSED_REASONS)[number];

/** Where messages go, and what was sent in the last 24 hours. */
export interface WebhookHealth {
  readonly delivered: number;
  readonly failed: number;
  /** When the next try is due, ms since 1970; null while nothing waits. */
  readonly nextAttemptAt: number | null;
  /** Until when the secret before the present one signs too, ms since 1970; null: only the present one signs. */
  readonly oldSecretUntil: number | null;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** Of the event: `webhook-id` is made of it. */
  readonly eventId: string;
  readonly type: EventType;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** HTTP status of the last complete answer. */
  readonly responseStatus: number | null;
  readonly dueAt: number | null;
  readonly createdAt: number;
}

/** One try to deliver. */
export interface WebhookTry {
  readonly n: number;
  /** ms since 1970. */
  readonly at: number;
  readonly ms: number;
  /** Null when there was no complete answer. */
  readonly status: number | null;
  /** Why it does not count as delivered, in a sentence; null when it does. */
  readonly problem: string | null;
}

/**
 * How a delivery goes on. What a death interrupts waits again: unlike a post, a message may arrive twice, and its id tells
 * the receiver so.
 */
// prettier-ignore
export const DELIVERY_MOVES = {
  waiting:   { claim: "sending", expire: "failed" },
  sending:   { deliver: "delivered", postpone: "waiting", fail: "failed", interrupt: "waiting" },
  delivered: { resend: "waiting" },
  failed:    { resend: "waiting" },
} as const;
export type DeliveryState = keyof typeof DELIVERY_MOVES;

/** What callers see of a state: one that is being sent still waits for its answer. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const deliveryStatus = (state: DeliveryState): DeliveryStatus =>
  state === "sending" ? "waiting" : state;

export const MAX_WEBHOOKS = 10;
/** Events and deliveries are kept this long, ms. */
export const KEEP_EVENTS_MS = 30 * 86_400_000;
/** A paused webhook that is resumed gets what happened this long before, ms. */
export const RESUME_SENDS_MS = 3 * 86_400_000;
/** Without one success for this long, ms, a webhook is paused. */
export const PAUSE_AFTER_MS = 5 * 86_400_000;

/** The header `webhook-id`, which is also the id of an event in the feed. */
export const messageId = (eventId: string): string => `msg_${eventId}`;
