// Tables webhook_delivery and webhook_try as people see them: the log of an endpoint, and sending something again.
import type { Webhooks } from "../../domain/store/webhooks.ts";
import type { WebhookDelivery, WebhookTry } from "../../domain/webhook.ts";
import { DELIVERIES, DELIVERY_COLUMNS, LAST_DELIVERY, STATES_OF } from "../rows/webhook.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";

type DeliveryLog = Pick<Webhooks, "deliveries" | "delivery" | "resend">;

export function openDeliveryLog({ db, read, writeLocked }: Access): DeliveryLog {
  return {
    deliveries: (webhookId, { limit, before, status }) =>
      db.all<WebhookDelivery>(
        `SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES}
         WHERE webhook_id = $webhookId AND webhook_delivery.id < $before AND state = ANY($states::text[])
         ORDER BY webhook_delivery.id DESC LIMIT $limit`,
        { webhookId, limit, before: before ?? LAST_DELIVERY, states: STATES_OF[status ?? "all"] },
      ),
    delivery: (webhookId, id) =>
      read(async (db) => {
        const found = await db.get<WebhookDelivery & { readonly body: string }>(
          `SELECT ${DELIVERY_COLUMNS}, body FROM ${DELIVERIES} WHERE webhook_delivery.id = $id AND webhook_id = $webhookId`,
          { id, webhookId },
        );
        if (!found) return null;
        const tries = await db.all<WebhookTry>(
          "SELECT n, at, ms, status, problem FROM webhook_try WHERE delivery_id = $id ORDER BY n",
          { id },
        );
        return { ...found, tries };
      }),
    resend: (webhookId, id, at, audit) =>
      writeLocked(async (db) => {
        await db.run(
          `UPDATE webhook_delivery SET due_at = $at, manual = 1, tries = CASE WHEN state = 'waiting' THEN tries ELSE 0 END,
             state = 'waiting'
           WHERE id = $id AND webhook_id = $webhookId AND state <> 'sending'`,
          { id, webhookId, at },
        );
        const found = await deliveryRow(db, webhookId, id);
        if (found) db.records.audit(audit);
        return found;
      }),
  };
}

export async function deliveryRow(
  db: Connection,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | null> {
  return await db.get<WebhookDelivery>(
    `SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES} WHERE webhook_delivery.id = $id AND webhook_id = $webhookId`,
    { id, webhookId },
  );
}
