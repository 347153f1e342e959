// Table webhook_delivery as the dispatcher works on it. The only SQL that changes the state of a delivery beside a resend.
import type {
  DueMessage,
  Message,
  Outbox,
  OutboxQuery,
  SealedSecret,
  TryOutcome,
} from "../../domain/store/outbox.ts";
import { newsOfWebhook } from "../rows/news.ts";
import { hourOf, stateAfterTry, webhookOf, WEBHOOK_COLUMNS, type WebhookRow } from "../rows/webhook.ts";
import type { Access, Transaction } from "./access.ts";
import type { OwnNode } from "./nodes.ts";
import type { Connection } from "./pool.ts";

export function openOutbox({ db, read, writeLocked }: Access, { id: nodeId }: OwnNode): Outbox {
  return {
    due: (query) => read((db) => dueMessages(db, query)),
    claim: (messages, resumedMs) => writeLocked((db) => claim(db, messages, resumedMs, nodeId())),
    load: (id) => read((db) => load(db, id)),
    release: (ids, now) =>
      writeLocked(async (db) => {
        await db.run(
          `UPDATE webhook_delivery SET state = 'waiting', due_at = $now WHERE id = ANY($ids::text[]) AND state = 'sending'`,
          { ids, now },
        );
      }),
    settle: (id, outcome) => writeLocked((db) => settle(db, id, outcome)),
    recover: (now) =>
      writeLocked((db) =>
        db.run(
          `UPDATE webhook_delivery SET state = 'waiting', due_at = $now WHERE state = 'sending'
             AND NOT EXISTS (SELECT 1 FROM node WHERE node.id = webhook_delivery.node AND ended = 0)`,
          { now },
        ),
      ),
    async failingSince(id) {
      const found = await db.get<{ at: number | null }>(
        "SELECT failing_since AS at FROM webhook WHERE id = $id",
        { id },
      );
      return found?.at ?? null;
    },
    pause: (id, reason, audit) =>
      writeLocked(async (db) => {
        const row = await db.get<WebhookRow>(
          `UPDATE webhook SET status = 'paused', paused_reason = $reason
           WHERE id = $id AND status = 'active' AND deleted_at IS NULL RETURNING ${WEBHOOK_COLUMNS}`,
          { id, reason },
        );
        if (!row) return false;
        db.records.announce(newsOfWebhook("webhook.paused", webhookOf(row), audit.at), id);
        db.records.audit(audit);
        return true;
      }),
    sweep: (before, limit) => writeLocked((db) => sweep(db, before, limit)),
  };
}

/** Nothing goes to a deleted endpoint, and to a paused one only what a person asked for. */
const MAY_SEND = `EXISTS (SELECT 1 FROM webhook
  WHERE webhook.id = webhook_delivery.webhook_id AND deleted_at IS NULL AND (status = 'active' OR manual = 1))`;

async function dueMessages(db: Connection, { now, perEndpoint, taken }: OutboxQuery): Promise<DueMessage[]> {
  // Asked for by a person, whatever the endpoint's status.
  const first = await db.all<DueMessage>(
    `SELECT webhook_delivery.id, webhook_id AS "webhookId", post_id AS "postId"
     FROM webhook_delivery JOIN webhook_event ON seq = event_seq JOIN webhook ON webhook.id = webhook_id
     WHERE manual = 1 AND due_at <= $now AND deleted_at IS NULL ORDER BY due_at LIMIT 64`,
    { now },
  );
  // One look for each endpoint, so that a long queue of one costs the others nothing.
  const others = await db.all<DueMessage>(
    `SELECT waiting.id, webhook.id AS "webhookId", post_id AS "postId"
     FROM webhook LEFT JOIN unnest($busy::text[], $counts::bigint[]) AS taken (webhook_id, n) ON taken.webhook_id = webhook.id
     CROSS JOIN LATERAL (SELECT id, due_at, event_seq FROM webhook_delivery WHERE webhook_id = webhook.id AND due_at <= $now
       ORDER BY due_at, event_seq LIMIT greatest($most::bigint - coalesce(n, 0), 0)) AS waiting
     JOIN webhook_event ON seq = event_seq
     WHERE status = 'active' AND deleted_at IS NULL ORDER BY webhook.id, due_at, event_seq`,
    { now, most: perEndpoint, busy: Object.keys(taken), counts: Object.values(taken) },
  );
  return [...first, ...others.filter(({ id }) => !first.some((each) => each.id === id))];
}

/** Locked in one order: two who claim some of the same never wait for each other. */
async function claim(
  db: Transaction,
  messages: readonly DueMessage[],
  resumed: number,
  node: string | null,
): Promise<DueMessage[]> {
  const ids = messages.map(({ id }) => id);
  await db.all(
    "SELECT id FROM webhook_delivery WHERE id = ANY($ids::text[]) AND state = 'waiting' ORDER BY id FOR NO KEY UPDATE",
    { ids },
  );
  const claimed = await db.all<{ id: string; state: string }>(
    `UPDATE webhook_delivery SET due_at = NULL, node = $node::text,
       state = CASE WHEN manual = 0 AND due_at < (SELECT resumed_at FROM webhook WHERE id = webhook_id) - $resumed::bigint
         THEN 'failed' ELSE 'sending' END
     WHERE id = ANY($ids::text[]) AND state = 'waiting' AND ${MAY_SEND} RETURNING id, state`,
    { ids, resumed, node },
  );
  const taken = new Set(claimed.flatMap(({ id, state }) => (state === "sending" ? [id] : [])));
  return messages.filter(({ id }) => taken.has(id));
}

async function load(db: Connection, id: string): Promise<Message | null> {
  const message = await db.get<Omit<Message, "secrets">>(
    `SELECT webhook_delivery.id, webhook_id AS "webhookId", webhook_event.post_id AS "postId", webhook_event.id AS "eventId", type,
       webhook.profile_id AS "profileId", url, body, tries, attempts
     FROM webhook_delivery JOIN webhook_event ON seq = event_seq JOIN webhook ON webhook.id = webhook_id
     WHERE webhook_delivery.id = $id AND state = 'sending' AND deleted_at IS NULL AND (status = 'active' OR manual = 1)`,
    { id },
  );
  if (!message) return null;
  const secrets = await db.all<SealedSecret>(
    "SELECT id, sealed, until FROM webhook_secret WHERE webhook_id = $id ORDER BY created_at DESC, id DESC",
    { id: message.webhookId },
  );
  return { ...message, secrets };
}

/** Writes a try down: of the message, of its endpoint, and in the counts of the hour. */
async function settle(db: Connection, id: string, outcome: TryOutcome): Promise<boolean> {
  const { at, ms, status, problem, nextAt } = outcome;
  const delivered = problem === null;
  const row = await db.get<{ webhookId: string; n: number }>(
    `UPDATE webhook_delivery SET state = $to, due_at = $next::bigint, attempts = attempts + 1, tries = tries + 1,
       response_status = $status, manual = CASE WHEN $next::bigint IS NULL THEN 0 ELSE manual END
     WHERE id = $id AND state = 'sending' RETURNING webhook_id AS "webhookId", attempts AS n`,
    { id, to: stateAfterTry(outcome), next: nextAt, status },
  );
  if (!row) return false;
  await db.run(
    `INSERT INTO webhook_try (delivery_id, n, at, ms, status, problem) VALUES ($id, $n, $at, $ms, $status, $problem)`,
    { id, n: row.n, at, ms, status, problem },
  );
  await db.run(
    `UPDATE webhook SET failing_since = $since::bigint
     WHERE id = $id AND (failing_since IS NULL) <> ($since::bigint IS NULL)`,
    { id: row.webhookId, since: delivered ? null : at },
  );
  await db.run(
    `INSERT INTO webhook_hour (webhook_id, hour, delivered, failed) VALUES ($id, $hour, $delivered, $failed)
     ON CONFLICT (webhook_id, hour) DO UPDATE SET delivered = webhook_hour.delivered + excluded.delivered,
       failed = webhook_hour.failed + excluded.failed`,
    { id: row.webhookId, hour: hourOf(at), delivered: Number(delivered), failed: Number(!delivered) },
  );
  return true;
}

/** A few rows at a time: one large deletion would hold up whoever needs the same rows. */
async function sweep(db: Connection, before: number, limit: number): Promise<boolean> {
  await db.run("DELETE FROM webhook_hour WHERE hour < $hour", { hour: hourOf(before) });
  const old = await db.run(
    "DELETE FROM webhook_event WHERE seq IN (SELECT seq FROM webhook_event WHERE at < $before ORDER BY at LIMIT $limit)",
    { before, limit },
  );
  const deleted = await db.get<{ id: string }>("SELECT id FROM webhook WHERE deleted_at IS NOT NULL LIMIT 1");
  if (!deleted) return old === limit;
  const { id } = deleted;
  const removed = await db.run(
    "DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE webhook_id = $id LIMIT $limit)",
    { id, limit },
  );
  if (removed < limit) await db.run("DELETE FROM webhook WHERE id = $id", { id });
  return true;
}
