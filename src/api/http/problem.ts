// Turns any error into a problem+json response; never a stack trace, never HTML (D2–D4).
import { ParseError, ValidationError } from "elysia";
import { Problem, type FieldError } from "../../errors.ts";
import { problemDocument } from "../views/problem.ts";
import { fieldsIn } from "./field-errors.ts";

/** An `error` as Elysia hands it to onError, as the Problem it is. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ParseError) return Problem.from(error.cause ?? error);
  if (error instanceof ValidationError) return invalid(error);
  return Problem.from(error);
}

function invalid(error: ValidationError): Problem {
  // An answer that breaks its own schema is our fault, not the caller's.
  if (error.type === "response")
    return Problem.from(new Error(`answer breaks its schema: ${fieldsOf(error).map(inWords).join("; ")}`));
  // An id that is none can't be found; saying more would tell ids apart (D6).
  if (error.type === "params") return new Problem("not_found", "Nothing exists at this URL.");
  const errors = fieldsOf(error);
  if (error.type !== "query") return invalidRequest(errors);
  return new Problem("invalid_query", `The query is not valid: ${errors.map(inWords).join("; ")}.`, {
    errors,
  });
}

export function invalidRequest(errors: readonly FieldError[]): Problem {
  return new Problem("invalid_request", `The request is not valid: ${errors.map(inWords).join("; ")}.`, {
    errors,
  });
}

const inWords = ({ pointer, message }: FieldError) => `${pointer || "the body"}: ${message}`;

/** Looked for only as far as they are named: a megabyte may have a hundred thousand faults. */
function fieldsOf({ validator, value }: ValidationError): FieldError[] {
  if (!("Errors" in validator)) throw new Error("a schema of the API is not TypeBox's");
  return fieldsIn(validator.Errors(value));
}

export function problemResponse(problem: Problem, requestId: string, baseUrl: string): Response {
  const { headers: own } = problem.extras;
  const headers = new Headers({ ...own, ...headersFor(problem) });
  headers.set("content-type", "application/problem+json");
  headers.set("x-request-id", requestId);
  const body = JSON.stringify(problemDocument(problem, requestId, baseUrl));
  return new Response(body, { status: problem.status, headers });
}

/** Seconds after which a busy appliance may be asked again. */
const RETRY_AFTER_S = 5;

export function headersFor({ code, status, extras }: Problem): Record<string, string> {
  const { allow, retryAfter = RETRY_AFTER_S } = extras;
  // With a scheme that browsers know they would show their own password dialog; they know none called Session.
  if (status === 401) return { "www-authenticate": code === "unauthorized" ? "Bearer" : "Session" };
  if (status === 405 && Array.isArray(allow)) return { allow: allow.join(", ") };
  return status === 429 || status === 503 ? { "retry-after": String(retryAfter) } : {};
}
