// The public views of webhooks and their deliveries (D50).
import { Type, type Static } from "@sinclair/typebox";
import { eventTypes } from "../../domain/webhook-event.ts";
import {
  DELIVERY_STATUSES,
  deliveryStatus,
  messageId,
  PAUSED_REASONS,
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookDelivery,
  type WebhookHealth,
  type WebhookTry,
} from "../../domain/webhook.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

export const WebhookView = Type.Object(
  {
    id: uuid,
    // No `format: "uri"`: browsers and servers accept addresses such as `?tags[]=a`, which RFC 3986 does not.
    url: Type.String({ description: "as it is called" }),
    events: nullable(Type.Array(words(eventTypes)), "null: all"),
    description: Type.String(),
    status: words(WEBHOOK_STATUSES),
    pausedReason: nullable(
      words(PAUSED_REASONS),
      "`requested` by a person or program, `failing` for 5 days, or `gone`: its server answered 410",
    ),
    createdAt: time,
    health: Type.Object(
      {
        delivered: Type.Integer(),
        failed: Type.Integer({ description: "tries, not messages" }),
        nextAttemptAt: nullable(time, "when the next message is due; null while none waits"),
        failingSince: nullable(time, "since when every try has failed; null after a success"),
        oldSecretUntil: nullable(time, "until when the secret before the present one signs, too"),
      },
      { description: "the last 24 hours, and what comes next" },
    ),
  },
  { title: "Webhook" },
);

export function webhookView(webhook: Webhook, health: WebhookHealth): Static<typeof WebhookView> {
  const { id, url, events, description, status, pausedReason, createdAt, failingSince } = webhook;
  const { delivered, failed, nextAttemptAt, oldSecretUntil } = health;
  return {
    id,
    url,
    events: events && [...events],
    description,
    status,
    pausedReason,
    createdAt: iso(createdAt),
    health: {
      delivered,
      failed,
      nextAttemptAt: status === "paused" ? null : isoOrNull(nextAttemptAt),
      failingSince: isoOrNull(failingSince),
      oldSecretUntil: isoOrNull(oldSecretUntil),
    },
  };
}

const delivery = {
  id: uuid,
  messageId: Type.String({ description: "the header `webhook-id`; the same for every try and endpoint" }),
  type: words(eventTypes),
  status: words(DELIVERY_STATUSES),
  responseStatus: nullable(Type.Integer(), "HTTP status of the last answer; null without a complete one"),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(time),
  createdAt: time,
};

export const DeliveryView = Type.Object(delivery, { title: "WebhookDelivery" });

export const DeliveryDetailView = Type.Object(
  {
    ...delivery,
    body: Type.String({ description: "the very body of the request" }),
    tries: Type.Array(
      Type.Object({
        at: time,
        ms: Type.Integer({ description: "how long it took" }),
        responseStatus: nullable(Type.Integer()),
        problem: nullable(Type.String(), "why it does not count as delivered; null when it does"),
      }),
      { description: "oldest first" },
    ),
  },
  { title: "WebhookDeliveryDetail" },
);

export function deliveryView(row: WebhookDelivery): Static<typeof DeliveryView> {
  const { id, eventId, type, state, responseStatus, attempts, dueAt, createdAt } = row;
  return {
    id,
    messageId: messageId(eventId),
    type,
    status: deliveryStatus(state),
    responseStatus,
    attempts,
    nextAttemptAt: isoOrNull(dueAt),
    createdAt: iso(createdAt),
  };
}

export function deliveryDetailView(
  row: WebhookDelivery & { readonly body: string; readonly tries: readonly WebhookTry[] },
): Static<typeof DeliveryDetailView> {
  const tries = row.tries.map(({ at, ms, status, problem }) => ({
    at: iso(at),
    ms,
    responseStatus: status,
    problem,
  }));
  return { ...deliveryView(row), body: row.body, tries };
}
