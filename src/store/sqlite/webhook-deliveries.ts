// Tables webhook_delivery and webhook_try as people see them: the log of an endpoint, and sending something again.
import type { Webhooks } from "../../domain/store/webhooks.ts";
import type { WebhookDelivery, WebhookTry } from "../../domain/webhook.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { DELIVERIES, DELIVERY_COLUMNS, LAST_DELIVERY, STATES_OF } from "../rows/webhook.ts";

type DeliveryLog = Pick<Webhooks, "deliveries" | "delivery" | "resend"> & {
  /** To be called inside a transaction. */
  row(id: string): WebhookDelivery | null;
};

export function openDeliveryLog({ db, read, write }: Access): DeliveryLog {
  const page = db.query<WebhookDelivery, { webhook: string; before: string; states: string; limit: number }>(
    // In this order: the index of the endpoint first, and the event of what it finds.
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery CROSS JOIN webhook_event ON seq = event_seq
     WHERE webhook_id = +$webhook AND webhook_delivery.id < +$before
       AND state IN (SELECT value FROM json_each(+$states)) ORDER BY webhook_delivery.id DESC LIMIT +$limit`,
  );
  const one = db.query<WebhookDelivery, [string]>(
    `SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES} WHERE webhook_delivery.id = ?`,
  );
  const body = db.query<{ body: string }, [string]>(
    `SELECT body FROM ${DELIVERIES} WHERE webhook_delivery.id = ?`,
  );
  const tries = db.query<WebhookTry, [string]>(
    "SELECT n, at, ms, status, problem FROM webhook_try WHERE delivery_id = ? ORDER BY n",
  );
  const sendAgain = db.query(
    `UPDATE webhook_delivery SET due_at = $at, manual = 1, tries = iif(state = 'waiting', tries, 0), state = 'waiting'
     WHERE id = $id AND state <> 'sending'`,
  );
  const ofWebhook = (webhookId: string, id: string): WebhookDelivery | null => {
    const row = one.get(id);
    return row?.webhookId === webhookId ? row : null;
  };
  return {
    row: (id) => one.get(id),
    deliveries: (webhook, { limit, before, status }) =>
      read(() => {
        const states = JSON.stringify(STATES_OF[status ?? "all"]);
        return page.all({ webhook, limit, states, before: before ?? LAST_DELIVERY });
      }),
    delivery: (webhookId, id) =>
      read(() => {
        const found = ofWebhook(webhookId, id);
        return found && { ...found, body: body.get(id)?.body ?? "", tries: tries.all(id) };
      }),
    resend: (webhookId, id, at, audit) =>
      write(() => {
        if (!ofWebhook(webhookId, id)) return null;
        sendAgain.run({ id, at });
        appendAudit(db, audit);
        return one.get(id);
      }),
  };
}
