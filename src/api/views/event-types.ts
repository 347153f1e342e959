// The bodies of events, as webhooks and the event feed have them (D36). The documents are made from this.
import { Type, type TSchema } from "@sinclair/typebox";
import { EVENT_TYPES, eventTypes, type EventSubject, type EventType } from "../../domain/webhook-event.ts";
import { AccountView } from "./account.ts";
import { PostView, TargetView } from "./post.ts";
import { time, uuid, words } from "./shapes.ts";
import { WebhookView } from "./webhook.ts";

const { id, revision, status, labels, schedule, scheduledFor } = PostView.properties;
const { createdAt, updatedAt, publishedAt, canceled, idempotencyKey, warnings } = PostView.properties;

/** No texts, no files, no people: who wants these asks for the post. */
const EventPost = Type.Object(
  {
    id,
    revision,
    status,
    labels,
    schedule,
    scheduledFor,
    createdAt,
    updatedAt,
    publishedAt,
    canceled,
    idempotencyKey,
    warnings,
    targets: Type.Optional(
      Type.Array(TargetView, {
        description:
          "in events about a post, not about one target; left out where the body would be longer than 20 kB",
      }),
    ),
  },
  { title: "EventPost", description: "as in `Post`, without texts, files and people" },
);

const { platform, handle, displayName, profileUrl, statusDetail, canPublish } = AccountView.properties;
const { blockedReason, simulated, connectedAt, tokenExpiresAt } = AccountView.properties;
const EventAccount = Type.Object(
  {
    id: AccountView.properties.id,
    platform,
    handle,
    displayName,
    profileUrl,
    statusDetail,
    canPublish,
    status: AccountView.properties.status,
    blockedReason,
    simulated,
    connectedAt,
    tokenExpiresAt,
  },
  { title: "EventAccount", description: "as in `Account`, without its limits" },
);

const ofPost = {
  postId: uuid,
  sequence: Type.Integer({
    description: "grows within a post: drop what has a lower one than you have seen",
  }),
  post: EventPost,
};

const DATA = {
  post: Type.Object(ofPost, { title: "PostEventData" }),
  target: Type.Object({ ...ofPost, target: TargetView }, { title: "TargetEventData" }),
  account: Type.Object({ account: EventAccount }, { title: "AccountEventData" }),
  webhook: Type.Object(
    { webhook: Type.Omit(WebhookView, ["url", "health"], { title: "EventWebhook" }) },
    { title: "WebhookEventData" },
  ),
} satisfies Record<EventSubject, TSchema>;

const typesAbout = (subject: EventSubject): readonly EventType[] =>
  eventTypes.filter((type) => EVENT_TYPES[type].subject === subject);

/** The body of a webhook with this type. */
export const bodyOf = (type: EventType) =>
  Type.Object({ type: Type.Literal(type), timestamp: time, data: DATA[EVENT_TYPES[type].subject] });

const messageId = Type.String({ description: "as in the header `webhook-id`" });
const entryAbout = <T extends TSchema>(subject: EventSubject, data: T, title: string) =>
  Type.Object({ id: messageId, type: words(typesAbout(subject)), timestamp: time, data }, { title });

/** An event in the feed. */
export const EventView = Type.Union([
  entryAbout("post", DATA.post, "PostEvent"),
  entryAbout("target", DATA.target, "TargetEvent"),
  entryAbout("account", DATA.account, "AccountEvent"),
  entryAbout("webhook", DATA.webhook, "WebhookEvent"),
]);
