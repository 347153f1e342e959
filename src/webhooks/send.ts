// Makes one try: signs a message, sends it, and says whether it was delivered. Only a 2xx is.
import type { Clock } from "../clock.ts";
import type { Message } from "../domain/store/outbox.ts";
import { messageId } from "../domain/webhook.ts";
import type { Answer, Call } from "../networks/client/call.ts";
import { retryAfterMs } from "../networks/client/outcome.ts";
import { RemoteError } from "../media/remote/fetch.ts";
import { webhookUrl, type AddressDeps } from "./address.ts";
import { ANSWER_TIMEOUT_MS } from "./retry.ts";
import { sealedHeaders, type SignerDeps } from "./secret.ts";

export interface SendDeps extends SignerDeps, Pick<AddressDeps, "ports" | "mayBePrivate"> {
  /** Reads the beginning of an answer, and checks the address that it connects to. */
  readonly call: Call;
  readonly clock: Clock;
}

/** What a try showed. */
export interface Sent {
  /** HTTP status; null without a complete answer. */
  readonly status: number | null;
  /** Why it does not count as delivered; null when it does. Nothing of the answer's body: it may be a private server's. */
  readonly problem: string | null;
  readonly retryAfterMs: number | null;
}

export async function send(message: Message, deps: SendDeps): Promise<Sent> {
  const { call, clock } = deps;
  const timestamp = Math.floor(clock.now() / 1000);
  const { body, secrets, eventId, url: address } = message;
  try {
    const { url } = webhookUrl(address, deps);
    const headers = sealedHeaders({ messageId: messageId(eventId), timestamp, body }, secrets, deps);
    const bytes = Buffer.from(body);
    const request = { bytes, type: "application/json" };
    return sentOf(
      await call({ method: "POST", url: url.href, headers, body: request, timeoutMs: ANSWER_TIMEOUT_MS }),
      clock,
    );
  } catch (error) {
    // The operator no longer allows the address.
    if (error instanceof RemoteError)
      return { status: null, problem: `It must be ${error.message}.`, retryAfterMs: null };
    throw error;
  }
}

function sentOf(answer: Answer, clock: Clock): Sent {
  if (answer.kind !== "answered") return { status: null, problem: answer.detail, retryAfterMs: null };
  const { status } = answer;
  if (status >= 200 && status < 300) return { status, problem: null, retryAfterMs: null };
  return { status, problem: problemOf(status), retryAfterMs: retryAfterMs(answer, clock) };
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400)
    return `The server answered ${status}, a redirect. Redirects are not followed: set the address that it leads to.`;
  if (status === 410) return "The server answered 410 Gone: it wants no more messages.";
  return `The server answered ${status}; only 2xx counts as delivered.`;
}
