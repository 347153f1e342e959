// Store interface: webhooks of profiles, the events they tell of, and their deliveries, as people and programs see them.
import type { AuditEntry } from "../audit.ts";
import type { EventType } from "../webhook-event.ts";
import type {
  DeliveryStatus,
  PausedReason,
  Webhook,
  WebhookDelivery,
  WebhookHealth,
  WebhookTry,
} from "../webhook.ts";

export interface Webhooks {
  /** Oldest first. */
  list(profileId: string): Promise<Webhook[]>;
  get(profileId: string, id: string): Promise<Webhook | null>;
  /** What happened to it in the hours since `since`, ms since 1970. */
  health(id: string, now: number, since: number): Promise<WebhookHealth>;
  add(webhook: Webhook, secret: NewSecret, audit: AuditEntry): Promise<"added" | "too_many">;
  /** @param at a webhook that becomes active is resumed then @returns as it is then; null when there is no such webhook */
  change(
    profileId: string,
    id: string,
    change: WebhookChange,
    at: number,
    audit: AuditEntry,
  ): Promise<Webhook | null>;
  /** Nothing more is sent. False when there is no such webhook. */
  remove(profileId: string, id: string, at: number, audit: AuditEntry): Promise<boolean>;
  /** The new secret signs from now on, and the present one beside it until `until`. False when there is no such webhook. */
  rotate(
    profileId: string,
    id: string,
    secret: NewSecret,
    until: number,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** A test message, due at once. Null when there is no such webhook. */
  test(profileId: string, id: string, at: number, audit: AuditEntry): Promise<WebhookDelivery | null>;

  /** Newest first. @param before an id: those that are older */
  deliveries(webhookId: string, page: DeliveryPage): Promise<WebhookDelivery[]>;
  /** With its body and its tries, oldest first. */
  delivery(
    webhookId: string,
    id: string,
  ): Promise<(WebhookDelivery & { body: string; tries: WebhookTry[] }) | null>;
  /** Makes it due at once, with a new series of tries. Null when there is no such delivery; one that waits is due at once. */
  resend(webhookId: string, id: string, at: number, audit: AuditEntry): Promise<WebhookDelivery | null>;

  /** Events of a profile with a higher number, in order. */
  events(profileId: string, page: EventPage): Promise<EventsFound>;
  /** The number of the latest event of a profile; 0 without one. */
  lastEvent(profileId: string): Promise<number>;

  /** Webhooks that Crier paused. @param profileId null: of all profiles */
  paused(profileId: string | null, limit: number): Promise<Webhook[]>;
}

export interface NewSecret {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly createdAt: number;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly EventType[] | null;
  readonly description?: string;
  /** A reason pauses it; null makes it active. */
  readonly pausedReason?: PausedReason | null;
}

export interface DeliveryPage {
  readonly limit: number;
  readonly before: string | null;
  readonly status: DeliveryStatus | null;
}

export interface EventPage {
  readonly limit: number;
  readonly after: number;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
}

export interface EventsFound {
  readonly events: readonly StoredEvent[];
  /** Everything up to this number was looked at. */
  readonly upTo: number;
  /** There may be more after that. */
  readonly hasMore: boolean;
}

export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}
