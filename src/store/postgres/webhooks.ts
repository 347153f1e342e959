// Tables webhook and webhook_secret, and what people see of events and deliveries.
import type { NewSecret, Webhooks } from "../../domain/store/webhooks.ts";
import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookHealth,
} from "../../domain/webhook.ts";
import { idFrom } from "../../id.ts";
import { newsOfWebhook } from "../rows/news.ts";
import { hourOf, webhookAfter, webhookOf, WEBHOOK_COLUMNS, type WebhookRow } from "../rows/webhook.ts";
import type { Access, Transaction } from "./access.ts";
import { openEventFeed } from "./event-feed.ts";
import { lockProfile } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { lockNumbers } from "./records.ts";
import { deliveryRow, openDeliveryLog } from "./webhook-deliveries.ts";
import { storeEvents } from "./webhook-events.ts";
import { jsonOf } from "./statements.ts";

export function openWebhooks(access: Access): Webhooks {
  const { db, writeLocked } = access;
  return {
    ...openEventFeed(access),
    ...openDeliveryLog(access),
    list: (profileId) => listWebhooks(db, profileId),
    get: (profileId, id) => findWebhook(db, profileId, id),
    health: (id, now, since) => healthOf(db, id, now, since),
    async paused(profileId, limit) {
      const rows = await db.all<WebhookRow>(
        `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE paused_reason IN ('failing', 'gone') AND deleted_at IS NULL
           AND profile_id = coalesce($profileId, profile_id) ORDER BY id LIMIT $limit`,
        { profileId, limit },
      );
      return rows.map(webhookOf);
    },
    add: (webhook, secret, audit) =>
      writeLocked(async (db) => {
        await lockProfile(db, webhook.profileId);
        if ((await listWebhooks(db, webhook.profileId)).length >= MAX_WEBHOOKS) return "too_many";
        await db.run(
          `INSERT INTO webhook (id, profile_id, url, events, description, status, paused_reason, failing_since, resumed_at, created_at)
           VALUES ($id, $profileId, $url, $events, $description, $status, $pausedReason, $failingSince, $createdAt, $createdAt)`,
          { ...webhook, events: webhook.events && jsonOf(webhook.events) },
        );
        await addSecret(db, webhook.id, secret);
        db.records.audit(audit);
        return "added";
      }),
    change: (profileId, id, change, at, audit) =>
      writeLocked(async (db) => {
        const before = await lockWebhook(db, profileId, id);
        if (!before) return null;
        const { webhook, resumes } = webhookAfter(before, change);
        await updateWebhook(db, webhook, resumes ? at : null);
        db.records.audit(audit);
        return webhook;
      }),
    remove: (profileId, id, at, audit) =>
      writeLocked(async (db) => {
        const removed = await db.run(
          `UPDATE webhook SET deleted_at = $at, status = 'paused'
           WHERE id = $id AND profile_id = $profileId AND deleted_at IS NULL`,
          { id, profileId, at },
        );
        if (removed > 0) await db.run("DELETE FROM webhook_secret WHERE webhook_id = $id", { id });
        return db.records.auditIf(removed > 0, audit);
      }),
    rotate: (profileId, id, secret, until, audit) =>
      writeLocked(async (db) => {
        if (!(await lockWebhook(db, profileId, id))) return false;
        await retireSecrets(db, id, secret.createdAt, until);
        await addSecret(db, id, secret);
        return db.records.auditIf(true, audit);
      }),
    test: (profileId, id, at, audit) =>
      writeLocked(async (db) => {
        const webhook = await lockWebhook(db, profileId, id);
        if (!webhook) return null;
        db.records.audit(audit);
        return await addTest(db, webhook, at);
      }),
  };
}

const OF_PROFILE = `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE profile_id = $profileId AND deleted_at IS NULL`;

async function listWebhooks(db: Connection, profileId: string): Promise<Webhook[]> {
  return (await db.all<WebhookRow>(`${OF_PROFILE} ORDER BY id`, { profileId })).map(webhookOf);
}

async function findWebhook(db: Connection, profileId: string, id: string): Promise<Webhook | null> {
  const row = await db.get<WebhookRow>(`${OF_PROFILE} AND id = $id`, { profileId, id });
  return row && webhookOf(row);
}

async function lockWebhook(db: Transaction, profileId: string, id: string): Promise<Webhook | null> {
  const row = await db.get<WebhookRow>(`${OF_PROFILE} AND id = $id FOR NO KEY UPDATE`, { profileId, id });
  return row && webhookOf(row);
}

async function updateWebhook(
  db: Connection,
  { id, url, events, description, status, pausedReason, failingSince }: Webhook,
  resumedAt: number | null,
): Promise<void> {
  await db.run(
    `UPDATE webhook SET url = $url, events = $events, description = $description, status = $status,
       paused_reason = $pausedReason, failing_since = $failingSince, resumed_at = coalesce($resumedAt, resumed_at)
     WHERE id = $id`,
    { id, url, description, status, pausedReason, failingSince, resumedAt, events: events && jsonOf(events) },
  );
}

/** A message for this endpoint alone, due at once also while it is paused. */
async function addTest(db: Connection, webhook: Webhook, at: number): Promise<WebhookDelivery | null> {
  const { id: webhookId } = webhook;
  await lockNumbers(db);
  const [seq = 0] = await storeEvents(db, [newsOfWebhook("webhook.test", webhook, at)]);
  const id = idFrom(at, seq, webhookId);
  await db.run(
    `INSERT INTO webhook_delivery (id, webhook_id, event_seq, state, due_at, manual, created_at)
     VALUES ($id, $webhookId, $seq, 'waiting', $at, 1, $at)`,
    { id, webhookId, seq, at },
  );
  return await deliveryRow(db, webhookId, id);
}

async function addSecret(db: Connection, webhookId: string, secret: NewSecret): Promise<void> {
  await db.run(
    `INSERT INTO webhook_secret (id, webhook_id, sealed, created_at) VALUES ($id, $webhookId, $sealed, $createdAt)`,
    { ...secret, webhookId },
  );
}

/** Those whose time is over are forgotten with the next rotation; one that is retired twice ends no later than before. */
async function retireSecrets(db: Connection, id: string, now: number, until: number): Promise<void> {
  // LEAST passes over NULL.
  await db.run("UPDATE webhook_secret SET until = least(until, $until) WHERE webhook_id = $id", {
    id,
    until,
  });
  await db.run("DELETE FROM webhook_secret WHERE webhook_id = $id AND until <= $now", { id, now });
}

async function healthOf(db: Connection, id: string, now: number, since: number): Promise<WebhookHealth> {
  const health = await db.get<WebhookHealth>(
    `SELECT coalesce(sum(delivered), 0) AS delivered, coalesce(sum(failed), 0) AS failed,
       (SELECT min(due_at) FROM webhook_delivery WHERE webhook_id = $id AND due_at IS NOT NULL) AS "nextAttemptAt",
       (SELECT max(until) FROM webhook_secret WHERE webhook_id = $id AND until > $now) AS "oldSecretUntil"
     FROM webhook_hour WHERE webhook_id = $id AND hour > $hour`,
    { id, now, hour: hourOf(since) },
  );
  return health ?? { delivered: 0, failed: 0, nextAttemptAt: null, oldSecretUntil: null };
}
