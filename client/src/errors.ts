// What can go wrong: the server refuses a request, or a message is not from the server.
import type { Problem } from "./types.ts";

/** The server did not do what it was asked for. Decide by `code`, and show `message` to people. */
export class CrierError extends Error {
  override readonly name = "CrierError";
  /** HTTP status. */
  readonly status: number;
  /** Stable word, explained at /docs/errors of the server; `unexpected_answer` if something else than Crier answered. */
  readonly code: Problem["code"] | "unexpected_answer";
  /** What the server says about it (RFC 9457), with each invalid field and each network's objection; null if nothing. */
  readonly problem: Problem | null;
  /** How long to wait before the next try, seconds; null if the server did not say. */
  readonly retryAfter: number | null;

  /** @param answer its body is `body`, read already */
  constructor(answer: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem?.detail ?? `The server answered ${answer.status}, and not as Crier does.`);
    this.status = answer.status;
    this.code = problem?.code ?? "unexpected_answer";
    this.problem = problem;
    this.retryAfter = retryAfterOf(answer);
  }
}

/** A message did not come from the server whose secret was given, or it is too old. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

/** @returns seconds; null if the answer has no `Retry-After` that is a number */
export function retryAfterOf(answer: Response): number | null {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
