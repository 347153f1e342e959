// /v1/webhooks: where events of the profile are sent (D36, D50).
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { EVENT_SUBJECTS, EVENT_TYPES, eventTypes } from "../../domain/webhook-event.ts";
import { MAX_WEBHOOKS, WEBHOOK_STATUSES, type Webhook } from "../../domain/webhook.ts";
import { MAX_URL } from "../../webhooks/address.ts";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  findWebhook,
  healthOf,
  LONGEST_OVERLAP_S,
  OVERLAP_S,
  rotateSecret,
  testWebhook,
  type WebhookDeps,
} from "../../webhooks/manage.ts";
import { optionalJson, strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import { idParam, nullable, strict, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import { DeliveryView, deliveryView, WebhookView, webhookView } from "../views/webhook.ts";

export const webhookRoutes = (deps: WebhookDeps) => {
  const viewOf = async (webhook: Webhook) => webhookView(webhook, await healthOf(webhook, deps));
  const idOf = ({ id }: { readonly id: string }) => id.toLowerCase();
  const by = (request: Request) => actorOf(callerOf(request));
  return new Elysia({ prefix: "/webhooks" })
    .get(
      "",
      async ({ request }) => {
        const webhooks = await deps.webhooks.list(callerOf(request).profileId);
        return { webhooks: await Promise.all(webhooks.map(viewOf)), types: [...TYPES] };
      },
      LIST,
    )
    .post(
      "",
      async ({ body, request, status }) => {
        const { webhook, secret } = await createWebhook(by(request), body, deps);
        return status(201, { webhook: await viewOf(webhook), secret });
      },
      CREATE,
    )
    .get(
      "/:id",
      async ({ params, request }) => ({
        webhook: await viewOf(await findWebhook(callerOf(request).profileId, idOf(params), deps)),
      }),
      GET,
    )
    .patch(
      "/:id",
      async ({ params, body, request }) => ({
        webhook: await viewOf(await editWebhook(by(request), idOf(params), body, deps)),
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
        return { webhook: await viewOf(webhook), secret };
      },
      ROTATE,
    )
    .post(
      "/:id/test",
      async ({ params, request, status }) =>
        status(202, { delivery: deliveryView(await testWebhook(by(request), idOf(params), deps)) }),
      TEST,
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
  response: { 202: Type.Object({ delivery: DeliveryView }) },
};
