// Reads webhook and webhook_delivery rows.
import type { EventType } from "../../domain/webhook-event.ts";
import type { PausedReason, Webhook } from "../../domain/webhook.ts";

export const WEBHOOK_COLUMNS = `webhook.id, webhook.profile_id AS profileId, url, events, description, status,
  paused_reason AS pausedReason, failing_since AS failingSince, webhook.created_at AS createdAt`;

export type WebhookRow = Omit<Webhook, "events" | "pausedReason"> & {
  readonly events: string | null;
  readonly pausedReason: PausedReason | null;
};

export function webhookOf({ events, ...row }: WebhookRow): Webhook {
  return { ...row, events: events === null ? null : (JSON.parse(events) as EventType[]) };
}

/** Of a delivery joined with its event. */
export const DELIVERY_COLUMNS = `webhook_delivery.id, webhook_id AS webhookId, webhook_event.id AS eventId, type, state, attempts,
  response_status AS responseStatus, due_at AS dueAt, webhook_delivery.created_at AS createdAt`;
export const DELIVERIES = "webhook_delivery JOIN webhook_event ON seq = event_seq";
