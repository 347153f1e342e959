// Turns a network's response into an outcome: the only place that interprets status codes (D34).
import type { Answer, Answered } from "./call.ts";
import type { AnswerContext } from "./redaction.ts";
import {
  StepFailedError,
  type Accepted,
  type Busy,
  type Finding,
  type Json,
  type Outcome,
  type Processing,
  type Refused,
  type Unknown,
} from "../network.ts";

/** How a network's documented errors are read; each connector provides one. */
export interface ErrorReader {
  /** The network's name in sentences. */
  readonly network: string;
  /** Reads an error in the network's documented format; undefined for anything else. */
  refusal(answer: Answered, context: AnswerContext): Refused | Busy | Unknown | undefined;
}

/** Reads every answer to the publishing request. */
export interface AnswerReader extends ErrorReader {
  /** Reads a 2xx; undefined when it contains no readable id. */
  accepted(answer: Answered): Accepted | Processing | undefined;
}

/** 408, 409 and 425 do not show whether the request was carried out (D34). */
export const INCONCLUSIVE_4XX: readonly number[] = [408, 409, 425];

/** What the response to the publishing request proves. */
export function outcomeOf(answer: Answer, reader: AnswerReader, context: AnswerContext): Outcome {
  if (answer.kind === "unsent") return { kind: "notSent", detail: answer.detail };
  if (answer.kind === "lost") return { kind: "unknown", detail: answer.detail };
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const detail = `${reader.network} answered ${status}, but without a readable id.`;
    return reader.accepted(answer) ?? { kind: "unknown", detail };
  }
  const documented = isRefusal(status) ? reader.refusal(answer, context) : undefined;
  return (
    documented ?? { kind: "unknown", detail: `${reader.network} answered ${status} without a clear result.` }
  );
}

/**
 * The response of a step that can be repeated (login, refresh, upload, poll). @throws StepFailedError unless it is a 2xx;
 * nothing is public yet, so a lost response or a 5xx is worth a retry
 */
export function requireSuccess(answer: Answer, reader: ErrorReader, context: AnswerContext): Answered {
  if (answer.kind !== "answered") throw notSentStep(answer.detail);
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status >= 500 || status === 429 || INCONCLUSIVE_4XX.includes(status))
    throw new StepFailedError(unavailable(answer, reader, context));
  const documented = isRefusal(status) ? reader.refusal(answer, context) : undefined;
  if (documented?.kind === "refused" || documented?.kind === "busy") throw new StepFailedError(documented);
  const detail = `${reader.network} answered ${status} to a step before publishing. Check the account's server.`;
  throw refusedStep("unknown", detail);
}

/** Ends a repeatable step whose 2xx has no usable content. */
export function unreadable(network: string, what: string): StepFailedError {
  return notSentStep(`${network} answered, but ${what} could not be read.`);
}

/** The items of a list in a response. @throws StepFailedError when there is no list, which is not the same as an empty one */
export function listOf(value: Json | undefined, network: string, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw unreadable(network, what);
  return value;
}

/** A 5xx or 429 before anything is public: worth a retry, whatever the body is. */
function unavailable(answer: Answered, reader: ErrorReader, context: AnswerContext): Refused | Busy {
  const documented = reader.refusal(answer, context);
  if (documented?.kind === "refused" || documented?.kind === "busy") return documented;
  const detail = `${reader.network} answered ${answer.status} (temporarily unavailable).`;
  return { kind: "busy", retryAfterMs: retryAfterMs(answer, context), detail };
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !INCONCLUSIVE_4XX.includes(status);
}

/** Retry-After is capped at one day. */
const MAX_WAIT_MS = 24 * 3_600_000;

/**
 * How long the network asks to wait, ms, or null. `Retry-After` in seconds or as a date (RFC 9110 10.2.3), else the
 * network's own header, which holds seconds since 1970 or an ISO 8601 time.
 */
export function retryAfterMs(
  answer: Answered,
  context: Pick<AnswerContext, "now">,
  resetHeader?: string,
): number | null {
  const after = answer.headers["retry-after"]?.trim();
  if (after !== undefined && /^\d+$/.test(after)) return clamp(Number(after) * 1000);
  const reset = resetHeader === undefined ? undefined : answer.headers[resetHeader]?.trim();
  for (const text of [after, reset]) {
    const at = text === undefined ? NaN : /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
    if (Number.isFinite(at)) return clamp(at - context.now());
  }
  return null;
}

function clamp(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), MAX_WAIT_MS);
}

/** `settle` of a network that publishes at once: a target can be in processing only by mistake. */
export function neverProcessing(network: string): () => Promise<Unknown> {
  const detail = `${network} publishes at once, so this post can't be in processing. Check it at ${network}.`;
  return async () => ({ kind: "unknown", detail });
}

// ---- outcomes and findings

export function refused(category: Refused["category"], detail: string): Refused {
  return { kind: "refused", category, detail };
}

/** Ends a repeatable step: the network refused it. @param detail what is wrong and what to do, for a person */
export function refusedStep(category: Refused["category"], detail: string): StepFailedError {
  return new StepFailedError(refused(category, detail));
}

/** Ends a repeatable step that may succeed later. @param retryAfterMs null where the network named no time */
export function busyStep(detail: string, retryAfterMs: number | null = null): StepFailedError {
  return new StepFailedError({ kind: "busy", retryAfterMs, detail });
}

/** Ends a repeatable step that got no usable answer: worth another try. */
export function notSentStep(detail: string): StepFailedError {
  return new StepFailedError({ kind: "notSent", detail });
}

export function found(remoteId: string, url: string | null, evidence: string): Finding {
  return { kind: "found", remoteId, url, evidence };
}

/** Use only where the network proves that the post does not exist. */
export function absent(evidence: string): Finding {
  return { kind: "absent", evidence };
}

export function inconclusive(evidence: string): Finding {
  return { kind: "inconclusive", evidence };
}

/** @param owner whose posts these are, such as "account" */
export function noneAmong(latest: readonly unknown[], owner: string): Finding {
  const seen =
    latest.length === 0
      ? `The ${owner} has no posts that Crier can see`
      : `None of the ${owner}'s ${latest.length} latest posts has this text`;
  return inconclusive(`${seen}. That does not prove that the post is missing.`);
}
