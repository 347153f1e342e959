// Table webhook_delivery as the dispatcher works on it. The only SQL that changes the state of a delivery beside a resend.
import type { Database } from "bun:sqlite";
import type { DueMessage, Message, Outbox, SealedSecret, TryOutcome } from "../../domain/store/outbox.ts";
import type { Access } from "./access.ts";
import { announcementsOf } from "./announcements.ts";
import { appendAudit } from "./audit.ts";
import { hourOf, stateAfterTry, webhookOf, WEBHOOK_COLUMNS, type WebhookRow } from "../rows/webhook.ts";

export function openOutbox({ db, read, write }: Access): Outbox {
  // One look for each endpoint, so that a long queue of one costs the others nothing.
  const active = db.query<{ id: string }, []>(
    "SELECT id FROM webhook WHERE status = 'active' AND deleted_at IS NULL",
  );
  const dueOf = db.query<DueMessage, [string, number, number]>(
    `SELECT webhook_delivery.id, webhook_id AS webhookId, post_id AS postId
     FROM webhook_delivery CROSS JOIN webhook_event ON seq = event_seq
     WHERE webhook_id = +? AND due_at <= +? ORDER BY due_at, event_seq LIMIT +?`,
  );
  // Asked for by a person, whatever the endpoint's status.
  const manual = db.query<DueMessage, [number]>(
    `SELECT webhook_delivery.id, webhook_id AS webhookId, post_id AS postId
     FROM webhook_delivery CROSS JOIN webhook_event ON seq = event_seq
     JOIN webhook ON webhook.id = webhook_id AND deleted_at IS NULL
     WHERE manual = 1 AND due_at <= +? ORDER BY due_at LIMIT 64`,
  );
  const claim = db.query<{ state: string }, { id: string; resumed: number }>(
    `UPDATE webhook_delivery SET due_at = NULL,
       state = iif(manual = 0 AND due_at < (SELECT resumed_at FROM webhook WHERE id = webhook_id) - $resumed, 'failed', 'sending')
     WHERE id = $id AND state = 'waiting' AND ${MAY_SEND} RETURNING state`,
  );
  const load = db.query<Omit<Message, "secrets">, [string]>(
    `SELECT webhook_delivery.id, webhook_id AS webhookId, webhook_event.post_id AS postId, webhook_event.id AS eventId, type,
       webhook.profile_id AS profileId, url, body, tries, attempts
     FROM webhook_delivery JOIN webhook_event ON seq = event_seq JOIN webhook ON webhook.id = webhook_id
     WHERE webhook_delivery.id = ? AND state = 'sending' AND ${MAY_SEND}`,
  );
  const release = db.query(
    "UPDATE webhook_delivery SET state = 'waiting', due_at = ? WHERE id = ? AND state = 'sending'",
  );
  const secrets = db.query<SealedSecret, [string]>(
    "SELECT id, sealed, until FROM webhook_secret WHERE webhook_id = ? ORDER BY created_at DESC, id DESC",
  );
  const settle = openSettle(db);
  const recover = db.query(
    "UPDATE webhook_delivery SET state = 'waiting', due_at = ? WHERE state = 'sending'",
  );
  const failingSince = db.query<{ at: number | null }, [string]>(
    "SELECT failing_since AS at FROM webhook WHERE id = ?",
  );
  const pause = db.query(
    "UPDATE webhook SET status = 'paused', paused_reason = ? WHERE id = ? AND status = 'active' AND deleted_at IS NULL",
  );
  const webhook = db.query<WebhookRow, [string]>(`SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE id = ?`);
  const sweep = openSweep(db);

  return {
    due: ({ now, perEndpoint, taken }) =>
      read(() => {
        const first = manual.all(now);
        const others = active.all().flatMap(({ id }) => {
          const room = perEndpoint - (taken[id] ?? 0);
          return room > 0 ? dueOf.all(id, now, room) : [];
        });
        return [...first, ...others.filter(({ id }) => !first.some((each) => each.id === id))];
      }),
    claim: (messages, resumed) =>
      write(() => messages.filter(({ id }) => claim.get({ id, resumed })?.state === "sending")),
    load: (id) =>
      read(() => {
        const message = load.get(id);
        return message && { ...message, secrets: secrets.all(message.webhookId) };
      }),
    release: (ids, now) => write(() => ids.forEach((id) => void release.run(now, id))),
    settle: (id, outcome) => write(() => settle(id, outcome)),
    recover: (now) => write(() => recover.run(now).changes),
    failingSince: (webhookId) => read(() => failingSince.get(webhookId)?.at ?? null),
    pause: (webhookId, reason, audit) =>
      write(() => {
        if (pause.run(reason, webhookId).changes === 0) return false;
        const row = webhook.get(webhookId);
        if (row) announcementsOf(db).webhookPaused(webhookOf(row), audit.at);
        appendAudit(db, audit);
        return true;
      }),
    sweep: (before, limit) => write(() => sweep(before, limit)),
  };
}

/** Nothing goes to a deleted endpoint, and to a paused one only what a person asked for. */
const MAY_SEND = `EXISTS (SELECT 1 FROM webhook
  WHERE webhook.id = webhook_delivery.webhook_id AND deleted_at IS NULL AND (status = 'active' OR manual = 1))`;

/** Writes a try down: of the message, of its endpoint, and in the counts of the hour. */
function openSettle(db: Database): (id: string, outcome: TryOutcome) => boolean {
  const update = db.query<
    { webhookId: string; n: number },
    { id: string; to: string; next: number | null; status: number | null }
  >(
    `UPDATE webhook_delivery SET state = $to, due_at = $next, attempts = attempts + 1, tries = tries + 1,
       response_status = $status, manual = iif($next IS NULL, 0, manual)
     WHERE id = $id AND state = 'sending' RETURNING webhook_id AS webhookId, attempts AS n`,
  );
  const addTry = db.query(
    `INSERT INTO webhook_try (delivery_id, n, at, ms, status, problem) VALUES ($id, $n, $at, $ms, $status, $problem)`,
  );
  const failing = db.query("UPDATE webhook SET failing_since = ? WHERE id = ? AND failing_since IS NULL");
  const works = db.query(
    "UPDATE webhook SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL",
  );
  const count = db.query(
    `INSERT INTO webhook_hour (webhook_id, hour, delivered, failed) VALUES ($id, $hour, $delivered, $failed)
     ON CONFLICT DO UPDATE SET delivered = delivered + excluded.delivered, failed = failed + excluded.failed`,
  );
  return (id, outcome) => {
    const { at, ms, status, problem, nextAt } = outcome;
    const delivered = problem === null;
    const row = update.get({ id, to: stateAfterTry(outcome), next: nextAt, status });
    if (!row) return false;
    addTry.run({ id, n: row.n, at, ms, status, problem });
    if (delivered) works.run(row.webhookId);
    else failing.run(at, row.webhookId);
    const counts = { delivered: Number(delivered), failed: Number(!delivered) };
    count.run({ id: row.webhookId, hour: hourOf(at), ...counts });
    return true;
  };
}

/** A few rows at a time: one large deletion would hold up everything else. */
function openSweep(db: Database): (before: number, limit: number) => boolean {
  const events = db.query(
    "DELETE FROM webhook_event WHERE seq IN (SELECT seq FROM webhook_event WHERE at < +? ORDER BY at LIMIT +?)",
  );
  const hours = db.query("DELETE FROM webhook_hour WHERE hour < ?");
  const deleted = db.query<{ id: string }, []>("SELECT id FROM webhook WHERE deleted_at IS NOT NULL LIMIT 1");
  const deliveries = db.query(
    "DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE webhook_id = +? LIMIT +?)",
  );
  const drop = db.query("DELETE FROM webhook WHERE id = ?");
  return (before, limit) => {
    hours.run(hourOf(before));
    const old = events.run(before, limit).changes;
    const webhook = deleted.get();
    if (!webhook) return old === limit;
    const { changes } = deliveries.run(webhook.id, limit);
    if (changes < limit) drop.run(webhook.id);
    return true;
  };
}
