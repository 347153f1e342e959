// What people and programs do with webhooks: one function each, for HTTP and the command line.
import type { Vault } from "../auth/vault.ts";
import type { Clock } from "../clock.ts";
import type { Webhooks, WebhookChange } from "../domain/store/webhooks.ts";
import type { EventType } from "../domain/webhook-event.ts";
import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookHealth,
  type WebhookStatus,
} from "../domain/webhook.ts";
import { Problem } from "../errors.ts";
import type { NewId } from "../id.ts";
import { auditEntry, type Actor } from "../publishing/actor.ts";
import { requireAddress, type AddressDeps } from "./address.ts";
import { makeSecret, sealedSecret } from "./secret.ts";

export interface WebhookDeps extends AddressDeps {
  readonly webhooks: Webhooks;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface WebhookInput {
  readonly url: string;
  /** Left out or null: all. */
  readonly events?: readonly EventType[] | null | undefined;
  readonly description?: string | undefined;
}

/** A webhook with its secret: the only time it is shown. */
export interface WithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** The present secret signs beside a new one for this long by default, and at most, s. */
export const OVERLAP_S = 86_400;
export const LONGEST_OVERLAP_S = 30 * 86_400;
const DAY_MS = 86_400_000;

/** @throws Problem url_refused, too_many_webhooks */
export async function createWebhook(
  actor: Actor,
  input: WebhookInput,
  deps: WebhookDeps,
): Promise<WithSecret> {
  const { webhooks, clock, newId, vault } = deps;
  const url = await requireAddress(input.url, deps);
  const at = clock.now();
  const webhook: Webhook = {
    id: newId(),
    profileId: actor.profileId,
    url,
    events: input.events ?? null,
    description: input.description?.trim() ?? "",
    status: "active",
    pausedReason: null,
    failingSince: null,
    createdAt: at,
  };
  const secret = makeSecret();
  const detail = { host: new URL(url).host, events: webhook.events && [...webhook.events] };
  const audit = auditEntry(actor, { action: "webhook.create", subject: webhook.id, at, detail });
  if ((await webhooks.add(webhook, sealedSecret(secret, newId(), at, vault), audit)) === "too_many")
    throw new Problem("too_many_webhooks", `The profile has ${MAX_WEBHOOKS} webhooks, which is the maximum.`);
  return { webhook, secret };
}

export interface WebhookEdit extends Omit<WebhookInput, "url"> {
  readonly url?: string | undefined;
  readonly status?: WebhookStatus | undefined;
}

/** @throws Problem not_found, url_refused */
export async function editWebhook(
  actor: Actor,
  id: string,
  edit: WebhookEdit,
  deps: WebhookDeps,
): Promise<Webhook> {
  const { webhooks, clock } = deps;
  await findWebhook(actor.profileId, id, deps);
  const url = edit.url === undefined ? undefined : await requireAddress(edit.url, deps);
  const at = clock.now();
  const change: WebhookChange = {
    ...(url !== undefined && { url }),
    ...(edit.events !== undefined && { events: edit.events }),
    ...(edit.description !== undefined && { description: edit.description.trim() }),
    ...(edit.status !== undefined && { pausedReason: edit.status === "active" ? null : "requested" }),
  };
  const detail = {
    ...(url !== undefined && { host: new URL(url).host }),
    ...(edit.events !== undefined && { events: edit.events && [...edit.events] }),
    ...(edit.status !== undefined && { status: edit.status }),
  };
  const audit = auditEntry(actor, { action: "webhook.update", subject: id, at, detail });
  return (await webhooks.change(actor.profileId, id, change, at, audit)) ?? missing();
}

/** @throws Problem not_found */
export async function deleteWebhook(
  actor: Actor,
  id: string,
  { webhooks, clock }: WebhookDeps,
): Promise<void> {
  const at = clock.now();
  const audit = auditEntry(actor, { action: "webhook.delete", subject: id, at });
  if (!(await webhooks.remove(actor.profileId, id, at, audit))) missing();
}

/** A new secret; the present one signs beside it for `overlapS`. @throws Problem not_found */
export async function rotateSecret(
  actor: Actor,
  id: string,
  overlapS: number,
  deps: WebhookDeps,
): Promise<WithSecret> {
  const { webhooks, clock, newId, vault } = deps;
  const at = clock.now();
  const secret = makeSecret();
  const audit = auditEntry(actor, {
    action: "webhook.rotate",
    subject: id,
    at,
    detail: { overlapSeconds: overlapS },
  });
  const fresh = sealedSecret(secret, newId(), at, vault);
  if (!(await webhooks.rotate(actor.profileId, id, fresh, at + overlapS * 1000, audit))) missing();
  return { webhook: await findWebhook(actor.profileId, id, deps), secret };
}

/** Sends a `webhook.test`, also to a paused webhook. @throws Problem not_found */
export async function testWebhook(
  actor: Actor,
  id: string,
  { webhooks, clock }: WebhookDeps,
): Promise<WebhookDelivery> {
  const at = clock.now();
  const audit = auditEntry(actor, { action: "webhook.test", subject: id, at });
  return (await webhooks.test(actor.profileId, id, at, audit)) ?? missing();
}

/** Sends a message again, whatever became of it. @throws Problem not_found */
export async function resendDelivery(
  actor: Actor,
  id: string,
  deliveryId: string,
  deps: WebhookDeps,
): Promise<WebhookDelivery> {
  await findWebhook(actor.profileId, id, deps);
  const at = deps.clock.now();
  const detail = { deliveryId };
  const audit = auditEntry(actor, { action: "webhook.resend", subject: id, at, detail });
  return (await deps.webhooks.resend(id, deliveryId, at, audit)) ?? noDelivery();
}

/** @throws Problem not_found */
export async function findWebhook(
  profileId: string,
  id: string,
  { webhooks }: Pick<WebhookDeps, "webhooks">,
): Promise<Webhook> {
  return (await webhooks.get(profileId, id)) ?? missing();
}

/** What happened in the last 24 hours. */
export function healthOf(
  { id }: Webhook,
  { webhooks, clock }: Pick<WebhookDeps, "webhooks" | "clock">,
): Promise<WebhookHealth> {
  return webhooks.health(id, clock.now(), clock.now() - DAY_MS);
}

function missing(): never {
  throw new Problem("not_found", "This profile has no webhook with this id.");
}

export function noDelivery(): never {
  throw new Problem(
    "not_found",
    "This webhook has no delivery with this id; deliveries are kept for 30 days.",
  );
}
