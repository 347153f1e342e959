// Verifies messages of webhooks, which are signed as Standard Webhooks defines it.
import { Webhook } from "standardwebhooks";
import { SignatureError } from "./errors.ts";
import type { WebhookMessage } from "./types.ts";

/** As `fetch` or as Node's `http` has them. */
export type MessageHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const SIGNED = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/**
 * Checks that a message comes from the server whose secret this is, and is not older than five minutes. A message can
 * arrive twice: remember its `id` for a while.
 * @param secret `whsec_…`, shown when the webhook was created
 * @param body exactly as it arrived
 * @throws SignatureError if it can't be trusted
 */
export function verifyWebhook(
  secret: string,
  headers: MessageHeaders,
  body: string,
): WebhookMessage & { id: string } {
  const signed = Object.fromEntries(SIGNED.map((name) => [name, valueOf(headers, name)]));
  const webhook = new Webhook(secret);
  try {
    const message = webhook.verify(body, signed) as WebhookMessage;
    return { ...message, id: signed["webhook-id"] ?? "" };
  } catch (error) {
    throw new SignatureError(
      `This message can't be trusted: ${error instanceof Error ? error.message : ""}`,
      {
        cause: error,
      },
    );
  }
}

function valueOf(headers: MessageHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = headers[name];
  return typeof value === "string" ? value : (value?.join(" ") ?? "");
}
