// /v1/webhooks/{id}/deliveries: what was sent to a webhook, and how that went (D36, D50).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DELIVERY_STATUSES } from "../../domain/webhook.ts";
import { findWebhook, noDelivery, resendDelivery, type WebhookDeps } from "../../webhooks/manage.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { cursorAfter, idBefore, limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { idParam, nullable, strict, uuid, words } from "../views/shapes.ts";
import { DeliveryDetailView, deliveryDetailView, DeliveryView, deliveryView } from "../views/webhook.ts";

export const webhookDeliveryRoutes = (deps: WebhookDeps) =>
  new Elysia({ prefix: "/webhooks/:id/deliveries" })
    .get(
      "",
      async ({ params, query, request }) => {
        const { id } = await findWebhook(callerOf(request).profileId, params.id.toLowerCase(), deps);
        const limit = limitOf(query.limit);
        const page = { limit: limit + 1, before: idBefore(query.cursor), status: query.status ?? null };
        const { items, nextCursor } = pageOf(await deps.webhooks.deliveries(id, page), limit, (last) =>
          cursorAfter(last.id),
        );
        return { deliveries: items.map(deliveryView), nextCursor };
      },
      LIST_DELIVERIES,
    )
    .get(
      "/:deliveryId",
      async ({ params, request }) => {
        const { id } = await findWebhook(callerOf(request).profileId, params.id.toLowerCase(), deps);
        const delivery = await deps.webhooks.delivery(id, params.deliveryId.toLowerCase());
        return { delivery: deliveryDetailView(delivery ?? noDelivery()) };
      },
      GET_DELIVERY,
    )
    .post(
      "/:deliveryId/resend",
      async ({ params, request, status }) => {
        const delivery = await resendDelivery(
          actorOf(callerOf(request)),
          params.id.toLowerCase(),
          params.deliveryId.toLowerCase(),
          deps,
        );
        return status(202, { delivery: deliveryView(delivery) });
      },
      RESEND,
    );

const tag = "Webhooks";
const deliveryParams = Type.Object({ id: uuid, deliveryId: uuid });

const LIST_DELIVERIES = {
  ...operation({
    id: "listWebhookDeliveries",
    tag,
    scope: "read",
    permission: "read",
    summary: "List the deliveries of a webhook, newest first",
    description: "One entry for each message of the last 30 days.",
    problems: ["invalid_cursor"],
  }),
  params: idParam,
  query: Type.Object({ ...pageQuery, status: Type.Optional(words(DELIVERY_STATUSES)) }, strict),
  response: Type.Object({
    deliveries: Type.Array(DeliveryView),
    nextCursor: nullable(Type.String()),
  }),
};

const GET_DELIVERY = {
  ...operation({
    id: "getWebhookDelivery",
    tag,
    scope: "read",
    permission: "read",
    summary: "Get a delivery, with its body and every try",
    description: "Of the answers only the status is kept.",
  }),
  params: deliveryParams,
  response: Type.Object({ delivery: DeliveryDetailView }),
};

const RESEND = {
  ...operation({
    id: "resendWebhookDelivery",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Send a message again",
    description:
      "At once, with the same `webhook-id` and body, and with a new series of tries; also while the webhook is paused.",
  }),
  params: deliveryParams,
  response: { 202: Type.Object({ delivery: DeliveryView }) },
};
