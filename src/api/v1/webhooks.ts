// /v1/webhooks: where events of the profile are sent, and what arrived there (D36, D50).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { EVENT_SUBJECTS, EVENT_TYPES, eventTypes } from "../../domain/webhook-event.ts";
import { DELIVERY_STATUSES, MAX_WEBHOOKS, WEBHOOK_STATUSES, type Webhook } from "../../domain/webhook.ts";
import { MAX_URL } from "../../webhooks/address.ts";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  findWebhook,
  healthOf,
  LONGEST_OVERLAP_S,
  noDelivery,
  OVERLAP_S,
  resendDelivery,
  rotateSecret,
  testWebhook,
  type WebhookDeps,
} from "../../webhooks/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { cursorAfter, idBefore, limitOf, pageOf, pageQuery } from "../http/paging.ts";
import { idParam, nullable, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import {
  DeliveryDetailView,
  deliveryDetailView,
  DeliveryView,
  deliveryView,
  WebhookView,
  webhookView,
} from "../views/webhook.ts";

export const webhookRoutes = (deps: WebhookDeps) => {
  const shown = async (webhook: Webhook) => webhookView(webhook, await healthOf(webhook, deps));
  const idOf = ({ id }: { readonly id: string }) => id.toLowerCase();
  const by = (request: Request) => actorOf(callerOf(request));
  return new Elysia({ prefix: "/webhooks" })
    .get(
      "",
      async ({ request }) => {
        const webhooks = await deps.webhooks.list(callerOf(request).profileId);
        return { webhooks: await Promise.all(webhooks.map(shown)), types: [...TYPES] };
      },
      LIST,
    )
    .post(
      "",
      async ({ body, request, status }) => {
        const { webhook, secret } = await createWebhook(by(request), body, deps);
        return status(201, { webhook: await shown(webhook), secret });
      },
      CREATE,
    )
    .get(
      "/:id",
      async ({ params, request }) => ({
        webhook: await shown(await findWebhook(callerOf(request).profileId, idOf(params), deps)),
      }),
      GET,
    )
    .patch(
      "/:id",
      async ({ params, body, request }) => ({
        webhook: await shown(await editWebhook(by(request), idOf(params), body, deps)),
      }),
      EDIT,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await deleteWebhook(by(request), idOf(params), deps);
        set.status = 204;
      },
      DELETE,
    )
    .post(
      "/:id/rotate",
      async ({ params, body, request }) => {
        const overlap = body.overlapSeconds ?? OVERLAP_S;
        const { webhook, secret } = await rotateSecret(by(request), idOf(params), overlap, deps);
        return { webhook: await shown(webhook), secret };
      },
      ROTATE,
    )
    .post(
      "/:id/test",
      async ({ params, request, status }) =>
        status(202, { delivery: deliveryView(await testWebhook(by(request), idOf(params), deps)) }),
      TEST,
    )
    .get(
      "/:id/deliveries",
      async ({ params, query, request }) => {
        const { id } = await findWebhook(callerOf(request).profileId, idOf(params), deps);
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
      "/:id/deliveries/:deliveryId",
      async ({ params, request }) => {
        const { id } = await findWebhook(callerOf(request).profileId, idOf(params), deps);
        const delivery = await deps.webhooks.delivery(id, params.deliveryId.toLowerCase());
        return { delivery: deliveryDetailView(delivery ?? noDelivery()) };
      },
      GET_DELIVERY,
    )
    .post(
      "/:id/deliveries/:deliveryId/resend",
      async ({ params, request, status }) => {
        const delivery = await resendDelivery(
          by(request),
          idOf(params),
          params.deliveryId.toLowerCase(),
          deps,
        );
        return status(202, { delivery: deliveryView(delivery) });
      },
      RESEND,
    );
};

const tag = "Webhooks";

const url = text({
  minLength: 1,
  maxLength: MAX_URL,
  description:
    "https on port 443 at a public host name, without a password; a host that the operator names in `CRIER_ALLOW_PRIVATE_HOSTS` may be private, plain http, and on any port",
});
const events = nullable(
  Type.Array(words(eventTypes), { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
  "null, or left out: all, also those that a later version adds",
);
const description = text({ maxLength: 200 });

/** The list that people choose from. */
const TYPES = eventTypes.map((type) => ({
  type,
  about: EVENT_TYPES[type].subject,
  when: EVENT_TYPES[type].when,
}));

const OneWebhook = Type.Object({ webhook: WebhookView });
const WithSecret = Type.Object({
  webhook: WebhookView,
  secret: Type.String({ description: "`whsec_…`: store it now, it is not shown again" }),
});
const OneDelivery = Type.Object({ delivery: DeliveryView });
const deliveryParams = Type.Object({ id: uuid, deliveryId: uuid });

const LIST = {
  ...operation({
    id: "listWebhooks",
    tag,
    scope: "read",
    permission: "read",
    summary: "List the webhooks of the profile",
  }),
  response: Type.Object({
    webhooks: Type.Array(WebhookView),
    types: Type.Array(
      Type.Object({
        type: words(eventTypes),
        about: words(EVENT_SUBJECTS),
        when: Type.String({ description: "when it happens, for people" }),
      }),
      { description: "every type of event that there is" },
    ),
  }),
};

const CREATE = {
  ...operation({
    id: "createWebhook",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Create a webhook",
    description:
      "From now on, each event of the profile is sent to `url` as a signed POST request (Standard Webhooks), at least once. " +
      `\`secret\` is shown only here. A profile has at most ${MAX_WEBHOOKS} webhooks.\n\nTypes: ` +
      eventTypes.map((type) => `\`${type}\` (${EVENT_TYPES[type].when.replace(/\.$/, "")})`).join("; ") +
      ".",
    problems: ["url_refused", "too_many_webhooks"],
  }),
  parse: strictJson,
  body: Type.Object(
    { url, events: Type.Optional(events), description: Type.Optional(description) },
    { ...strict, title: "NewWebhook" },
  ),
  response: { 201: WithSecret },
};

const GET = {
  ...operation({ id: "getWebhook", tag, scope: "read", permission: "read", summary: "Get a webhook" }),
  params: idParam,
  response: OneWebhook,
};

const EDIT = {
  ...operation({
    id: "editWebhook",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Edit, pause or resume a webhook",
    description:
      "While it is `paused` nothing is sent, except tests and what is resent. When it becomes `active`, what was due in the " +
      "3 days before is sent; older messages count as failed and can be resent.",
    problems: ["url_refused"],
  }),
  parse: strictJson,
  params: idParam,
  body: Type.Object(
    {
      url: Type.Optional(url),
      events: Type.Optional(events),
      description: Type.Optional(description),
      status: Type.Optional(words(WEBHOOK_STATUSES)),
    },
    { ...strict, minProperties: 1, title: "WebhookChange" },
  ),
  response: OneWebhook,
};

const DELETE = {
  ...operation({
    id: "deleteWebhook",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Delete a webhook",
    description: "With its deliveries. What is being sent at this moment may still arrive.",
  }),
  params: idParam,
  response: { 204: Type.Void() },
};

const ROTATE = {
  ...operation({
    id: "rotateWebhookSecret",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Give a webhook a new secret",
    description:
      "`secret` is shown only here. The old one signs beside it for a while, so that no message is refused while you change it.",
    bodyOptional: true,
  }),
  parse: optionalJson,
  params: idParam,
  body: Type.Object(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LONGEST_OVERLAP_S,
          description: `how long the old secret still signs (default ${OVERLAP_S}, a day); 0: not at all`,
        }),
      ),
    },
    { ...strict, title: "SecretRotation" },
  ),
  response: WithSecret,
};

const TEST = {
  ...operation({
    id: "testWebhook",
    tag,
    scope: "write",
    permission: "manage",
    summary: "Send a test message",
    description:
      "A `webhook.test`, tried once, also while the webhook is paused. Its delivery says how it went.",
  }),
  params: idParam,
  response: { 202: OneDelivery },
};

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
  response: { 202: OneDelivery },
};
