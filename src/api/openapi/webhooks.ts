// Describes the requests that webhooks get, one for each type of event, from the one table of types.
import { EVENT_TYPES, eventTypes, type EventType } from "../../domain/webhook-event.ts";
import { bodyOf } from "../views/event-types.ts";
import { describeSchema, type Named } from "./schema.ts";
import type { Parameter, WebhookOperation } from "./shape.ts";

/** The section `webhooks` of an OpenAPI 3.1 document. */
export function webhooksOf(named: Named): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: operationOf(type, named) }]));
}

function operationOf(type: EventType, named: Named): WebhookOperation {
  return {
    operationId: `on${type.split(/[._]/).map(capital).join("")}`,
    tags: ["Webhooks"],
    summary: EVENT_TYPES[type].when,
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { "application/json": { schema: describeSchema(bodyOf(type), named) } },
    },
    responses: {
      "2XX": { description: "Delivered. Any other answer, or none within 15 s, is tried again." },
      "410": { description: "Wants no more messages: the webhook is paused." },
    },
  };
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const HEADERS: readonly Parameter[] = [
  header("webhook-id", "the same for every try: what arrives a second time has an id that you have seen"),
  header("webhook-timestamp", "when this try was made, seconds since 1970"),
  header(
    "webhook-signature",
    "signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`)",
  ),
];
