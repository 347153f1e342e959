// Tables webhook and webhook_secret, and what people see of events and deliveries.
import type { Database } from "bun:sqlite";
import type { Webhooks } from "../../domain/store/webhooks.ts";
import { MAX_WEBHOOKS, type Webhook, type WebhookHealth } from "../../domain/webhook.ts";
import { idFrom } from "../../id.ts";
import type { Access } from "./access.ts";
import { announcementsOf } from "./announcements.ts";
import { appendAudit, auditIf } from "./audit.ts";
import { openDeliveryLog } from "./webhook-deliveries.ts";
import { openEventFeed } from "./event-feed.ts";
import { hourOf, webhookAfter, webhookOf, WEBHOOK_COLUMNS, type WebhookRow } from "../rows/webhook.ts";

export function openWebhooks(access: Access): Webhooks {
  const { db, read, write } = access;
  const list = db.query<WebhookRow, [string]>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE profile_id = +? AND deleted_at IS NULL ORDER BY id`,
  );
  const one = db.query<WebhookRow, [string, string]>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE id = ? AND profile_id = ? AND deleted_at IS NULL`,
  );
  const insert = db.query(
    `INSERT INTO webhook (id, profile_id, url, events, description, status, paused_reason, failing_since, resumed_at, created_at)
     VALUES ($id, $profileId, $url, $events, $description, $status, $pausedReason, $failingSince, $createdAt, $createdAt)`,
  );
  const update = db.query(
    `UPDATE webhook SET url = $url, events = $events, description = $description, status = $status,
       paused_reason = $pausedReason, failing_since = $failingSince, resumed_at = coalesce($resumedAt, resumed_at)
     WHERE id = $id`,
  );
  const markDeleted = db.query("UPDATE webhook SET deleted_at = ?, status = 'paused' WHERE id = ?");
  const dropSecrets = db.query("DELETE FROM webhook_secret WHERE webhook_id = ?");
  const secrets = openSecrets(db);
  const addTest = db.query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_seq, state, due_at, manual, created_at)
     VALUES ($id, $webhookId, $seq, 'waiting', $at, 1, $at)`,
  );
  const healthOf = openHealth(db);
  const paused = db.query<WebhookRow, [string | null, number]>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE paused_reason IN ('failing', 'gone') AND deleted_at IS NULL
       AND profile_id = coalesce(+?, profile_id) ORDER BY id LIMIT +?`,
  );
  const { row: deliveryRow, ...log } = openDeliveryLog(access);
  const find = (profileId: string, id: string): Webhook | null => {
    const row = one.get(id, profileId);
    return row && webhookOf(row);
  };

  return {
    ...openEventFeed(access),
    ...log,
    list: (profileId) => read(() => list.all(profileId).map(webhookOf)),
    get: (profileId, id) => read(() => find(profileId, id)),
    health: (id, now, since) => read(() => healthOf(id, now, since)),
    paused: (profileId, limit) => read(() => paused.all(profileId, limit).map(webhookOf)),
    add: (webhook, secret, audit) =>
      write(() => {
        if (list.all(webhook.profileId).length >= MAX_WEBHOOKS) return "too_many";
        insert.run({ ...webhook, events: webhook.events && JSON.stringify(webhook.events) });
        secrets.add(webhook.id, secret);
        appendAudit(db, audit);
        return "added";
      }),
    change: (profileId, id, change, at, audit) =>
      write(() => {
        const before = find(profileId, id);
        if (!before) return null;
        const { webhook, resumes } = webhookAfter(before, change);
        const { url, events, description, status, pausedReason, failingSince } = webhook;
        const own = { id, url, description, status, pausedReason, failingSince };
        const resumedAt = resumes ? at : null;
        update.run({ ...own, resumedAt, events: events && JSON.stringify(events) });
        appendAudit(db, audit);
        return webhook;
      }),
    remove: (profileId, id, at, audit) =>
      write(() => {
        if (!find(profileId, id)) return false;
        markDeleted.run(at, id);
        dropSecrets.run(id);
        return auditIf(true, db, audit);
      }),
    rotate: (profileId, id, secret, until, audit) =>
      write(() => {
        if (!find(profileId, id)) return false;
        secrets.retire(id, secret.createdAt, until);
        secrets.add(id, secret);
        return auditIf(true, db, audit);
      }),
    test: (profileId, id, at, audit) =>
      write(() => {
        const webhook = find(profileId, id);
        if (!webhook) return null;
        const seq = announcementsOf(db).webhookTest(webhook, at);
        const delivery = idFrom(at, seq, id);
        addTest.run({ id: delivery, webhookId: id, seq, at });
        appendAudit(db, audit);
        return deliveryRow(delivery);
      }),
  };
}

function openSecrets(db: Database) {
  const insert = db.query(
    `INSERT INTO webhook_secret (id, webhook_id, sealed, created_at) VALUES ($id, $webhookId, $sealed, $createdAt)`,
  );
  // Those whose time is over are forgotten with the next rotation; one that is retired twice ends no later than before.
  const drop = db.query("DELETE FROM webhook_secret WHERE webhook_id = ? AND until <= ?");
  const retire = db.query(
    "UPDATE webhook_secret SET until = min(coalesce(until, $until), $until) WHERE webhook_id = $id",
  );
  return {
    add: (webhookId: string, secret: { id: string; sealed: Uint8Array; createdAt: number }) =>
      void insert.run({ ...secret, webhookId }),
    retire(id: string, now: number, until: number): void {
      retire.run({ id, until });
      drop.run(id, now);
    },
  };
}

function openHealth(db: Database): (id: string, now: number, since: number) => WebhookHealth {
  const counts = db.query<{ delivered: number; failed: number }, [string, number]>(
    `SELECT coalesce(sum(delivered), 0) AS delivered, coalesce(sum(failed), 0) AS failed FROM webhook_hour
     WHERE webhook_id = ? AND hour > ?`,
  );
  const next = db.query<{ at: number | null }, [string]>(
    "SELECT min(due_at) AS at FROM webhook_delivery WHERE webhook_id = ? AND due_at IS NOT NULL",
  );
  const until = db.query<{ at: number | null }, [string, number]>(
    "SELECT max(until) AS at FROM webhook_secret WHERE webhook_id = ? AND until > ?",
  );
  return (id, now, since) => {
    const { delivered = 0, failed = 0 } = counts.get(id, hourOf(since)) ?? {};
    const nextAttemptAt = next.get(id)?.at ?? null;
    return { delivered, failed, nextAttemptAt, oldSecretUntil: until.get(id, now)?.at ?? null };
  };
}
