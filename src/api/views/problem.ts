// A problem as a document (RFC 9457): the body of a refused request, and what a failed command prints with --json.
import { CODES, type Problem } from "../../errors.ts";

/**
 * @param instance the id of the request
 * @param baseUrl where the documents of this installation are, without a trailing slash
 */
export function problemDocument(problem: Problem, instance: string, baseUrl: string) {
  const { detail, code, extras } = problem;
  const { headers: _, ...members } = extras;
  const { title, status } = CODES[code];
  return { type: `${baseUrl}/docs/errors/${code}`, title, status, detail, instance, code, ...members };
}
