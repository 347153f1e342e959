// Delivers one message that was taken: a try, what it means for the message, and what it means for its endpoint.
import { pause as pauseFor, type Clock } from "../clock.ts";
import type { DueMessage, Message, Outbox, TryOutcome } from "../domain/store/outbox.ts";
import { PAUSE_AFTER_MS, type PausedReason } from "../domain/webhook.ts";
import type { Log } from "../log.ts";
import { retryAt, WRITE_AGAIN_MS } from "./retry.ts";
import { send, type SendDeps, type Sent } from "./send.ts";

export interface DeliverDeps extends SendDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Aborted when the process ends. */
  readonly stopping: AbortSignal;
}

/** @returns whether the endpoint can be sent to: it took the message, or nothing was sent */
export async function deliver({ id }: DueMessage, deps: DeliverDeps): Promise<boolean> {
  const { outbox, clock } = deps;
  const message = await outbox.load(id);
  // Its endpoint was paused or deleted meanwhile: it waits there.
  if (!message) {
    await outbox.release([id], clock.now());
    return true;
  }
  const began = clock.monotonic();
  const at = clock.now();
  const sent = await send(message, deps);
  const ms = Math.round(clock.monotonic() - began);
  const { status, problem } = sent;
  const outcome = { at, ms, status, problem, nextAt: nextAt(message, sent, deps) };
  await writeDown(message, outcome, deps);
  if (problem !== null) await pauseIfFailing(message, status, deps);
  return problem === null;
}

function nextAt(
  { tries, type }: Message,
  { status, problem, retryAfterMs }: Sent,
  deps: DeliverDeps,
): number | null {
  // The person who asked for a test is looking.
  if (problem === null || status === 410 || type === "webhook.test") return null;
  return retryAt(deps.clock.now(), tries + 1, retryAfterMs, deps.random);
}

/** Until it is written: a message whose outcome is not on record is sent again after a restart. */
async function writeDown({ id }: Message, outcome: TryOutcome, deps: DeliverDeps): Promise<void> {
  const { outbox, clock, log, stopping } = deps;
  do {
    try {
      await outbox.settle(id, outcome);
      return;
    } catch (error) {
      log.error("webhook_not_recorded", { cause: error });
      await pauseFor(clock, WRITE_AGAIN_MS, stopping);
    }
  } while (!stopping.aborted);
}

/** A server that wants nothing more, or took nothing for days, is not called again until a person says so. */
async function pauseIfFailing(message: Message, status: number | null, deps: DeliverDeps): Promise<void> {
  const { outbox, clock, log } = deps;
  const { webhookId, profileId, url } = message;
  const now = clock.now();
  const since = await outbox.failingSince(webhookId);
  const reason: PausedReason | null =
    status === 410 ? "gone" : since !== null && now - since >= PAUSE_AFTER_MS ? "failing" : null;
  if (reason === null) return;
  const { host } = new URL(url);
  const audit = {
    at: now,
    actor: "crier",
    action: "webhook.pause",
    profileId,
    subject: webhookId,
    detail: { host, reason },
  };
  if (await outbox.pause(webhookId, reason, audit))
    log.warn("webhook_paused", { profileId, detail: `${host}: ${reason}` });
}
