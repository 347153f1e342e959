// Examples of the operations on webhooks and of the event feed.
import type { Static } from "@sinclair/typebox";
import type { EventView } from "../views/event-types.ts";
import type { DeliveryView, WebhookView } from "../views/webhook.ts";

const webhook: Static<typeof WebhookView> = {
  id: "019aa4c5-2b3c-7d4e-8f50-617283940a1b",
  url: "https://hooks.example/crier",
  events: ["post.settled", "target.uncertain"],
  description: "Newsroom bot",
  status: "active",
  pausedReason: null,
  createdAt: "2027-01-31T07:00:00.000Z",
  health: { delivered: 128, failed: 2, nextAttemptAt: null, failingSince: null, oldSecretUntil: null },
};

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

const delivery: Static<typeof DeliveryView> = {
  id: "019aa4c5-3c4d-7e5f-8061-728394a5b6c7",
  messageId: "msg_019aa4c5-3c4d-7e5f-8061-728394a5b6c6",
  type: "post.settled",
  status: "delivered",
  responseStatus: 204,
  attempts: 1,
  nextAttemptAt: null,
  createdAt: "2027-01-31T08:00:04.120Z",
};

const event: Static<typeof EventView> = {
  id: delivery.messageId,
  type: "post.settled",
  timestamp: delivery.createdAt,
  data: {
    postId: "019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b",
    sequence: 4,
    post: {
      id: "019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b",
      revision: 1,
      status: "posted",
      labels: [],
      schedule: "time",
      scheduledFor: "2027-01-31T08:00:00.000Z",
      createdAt: "2027-01-30T17:12:00.000Z",
      updatedAt: "2027-01-31T08:00:04.120Z",
      publishedAt: "2027-01-31T08:00:04.120Z",
      canceled: false,
      idempotencyKey: null,
      warnings: [],
      targets: [
        {
          id: "019aa4c3-5d2f-7a01-8b2c-3d4e5f607182",
          accountId: "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11",
          platform: "bluesky",
          handle: "alice.bsky.social",
          status: "posted",
          url: "https://bsky.app/profile/alice.bsky.social/post/3lk2",
          remoteId: "at://did:plc:abc/app.bsky.feed.post/3lk2",
          errorCode: null,
          errorCategory: null,
          retryable: false,
          nextAction: "none",
          attempts: 1,
          nextAttemptAt: null,
          publishedAt: "2027-01-31T08:00:04.120Z",
          lateness: 12,
          verification: null,
          reconciled: null,
          simulated: false,
        },
      ],
    },
  },
};

const { id: _feedId, ...body } = event;
const params = { id: webhook.id };
const ofDelivery = { ...params, deliveryId: delivery.id };

export const WEBHOOK_EXAMPLES = {
  listWebhooks: {
    response: {
      webhooks: [webhook],
      types: [{ type: "target.posted", about: "target", when: "The post is live on one account." }],
    },
  },
  createWebhook: {
    request: { url: webhook.url, events: webhook.events, description: webhook.description },
    response: { webhook, secret: SECRET },
  },
  getWebhook: { params, response: { webhook } },
  editWebhook: { params, request: { status: "active" }, response: { webhook } },
  deleteWebhook: { params, response: null },
  rotateWebhookSecret: {
    params,
    request: { overlapSeconds: 3600 },
    response: {
      webhook: { ...webhook, health: { ...webhook.health, oldSecretUntil: "2027-01-31T09:00:00.000Z" } },
      secret: SECRET,
    },
  },
  testWebhook: {
    params,
    response: {
      delivery: {
        ...delivery,
        type: "webhook.test",
        status: "waiting",
        responseStatus: null,
        attempts: 0,
        nextAttemptAt: delivery.createdAt,
      },
    },
  },
  listWebhookDeliveries: { params, response: { deliveries: [delivery], nextCursor: null } },
  getWebhookDelivery: {
    params: ofDelivery,
    response: {
      delivery: {
        ...delivery,
        body: JSON.stringify(body),
        tries: [{ at: delivery.createdAt, ms: 84, responseStatus: 204, problem: null }],
      },
    },
  },
  resendWebhookDelivery: {
    params: ofDelivery,
    response: { delivery: { ...delivery, status: "waiting", nextAttemptAt: "2027-01-31T08:30:00.000Z" } },
  },
  listEvents: { response: { events: [event], nextCursor: "ZXZlbnRzIDQx", hasMore: false } },
};
