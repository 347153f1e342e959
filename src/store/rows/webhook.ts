// Rows of the tables webhook and webhook_delivery, as both stores read them.
import type { TryOutcome } from "../../domain/store/outbox.ts";
import type { WebhookChange } from "../../domain/store/webhooks.ts";
import type { EventType } from "../../domain/webhook-event.ts";
import type { DeliveryState, DeliveryStatus, PausedReason, Webhook } from "../../domain/webhook.ts";

export const WEBHOOK_COLUMNS = `webhook.id, webhook.profile_id AS "profileId", url, events, description, status,
  paused_reason AS "pausedReason", failing_since AS "failingSince", webhook.created_at AS "createdAt"`;

export type WebhookRow = Omit<Webhook, "events" | "pausedReason"> & {
  readonly events: string | null;
  readonly pausedReason: PausedReason | null;
};

export function webhookOf({ events, ...row }: WebhookRow): Webhook {
  return { ...row, events: events === null ? null : (JSON.parse(events) as EventType[]) };
}

/** @returns the webhook after a change, and whether that resumes it */
export function webhookAfter(
  before: Webhook,
  { pausedReason = before.pausedReason, ...rest }: WebhookChange,
): { readonly webhook: Webhook; readonly resumes: boolean } {
  const status = pausedReason === null ? "active" : "paused";
  const resumes = status === "active" && before.status === "paused";
  const failingSince = resumes ? null : before.failingSince;
  return { webhook: { ...before, ...rest, status, pausedReason, failingSince }, resumes };
}

/** Of a delivery joined with its event. */
export const DELIVERY_COLUMNS = `webhook_delivery.id, webhook_id AS "webhookId", webhook_event.id AS "eventId", type, state, attempts,
  response_status AS "responseStatus", due_at AS "dueAt", webhook_delivery.created_at AS "createdAt"`;
export const DELIVERIES = "webhook_delivery JOIN webhook_event ON seq = event_seq";

/** After the id of every delivery. */
export const LAST_DELIVERY = "g";

/** The states that callers see as one. */
export const STATES_OF: Readonly<Record<DeliveryStatus | "all", readonly DeliveryState[]>> = {
  waiting: ["waiting", "sending"],
  delivered: ["delivered"],
  failed: ["failed"],
  all: ["waiting", "sending", "delivered", "failed"],
};

/** Where a try leads. */
export function stateAfterTry({ problem, nextAt }: TryOutcome): DeliveryState {
  if (problem === null) return "delivered";
  return nextAt === null ? "failed" : "waiting";
}

/** For the counts of each hour: hours since 1970. */
export const hourOf = (at: number): number => Math.floor(at / 3_600_000);
