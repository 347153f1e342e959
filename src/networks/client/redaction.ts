// Masks credentials and the application's secret wherever Crier quotes a network.
import type { Application, ConnectIo } from "../network.ts";

/** What must never be repeated in a sentence, nor stored as an id. */
export interface Redaction {
  readonly secrets: readonly string[];
}

/** What reading a response needs besides the response: the time, for `Retry-After`, and what to mask in quotes. */
export interface AnswerContext extends Redaction {
  now(): number;
}

/**
 * The context of a call that carries these secrets: they are masked, and so is the secret of the operator's
 * application, alone and together with its id as HTTP Basic sends it. Missing and empty secrets are left out.
 */
export function contextOf(io: ConnectIo, secrets: readonly (string | undefined)[]): AnswerContext {
  const all = [...secrets, ...(io.application ? applicationSecrets(io.application) : [])];
  return {
    now: () => io.now(),
    secrets: [...new Set(all.filter((secret) => secret !== undefined))].filter((secret) => secret !== ""),
  };
}

/** RFC 6749 2.3.1 escapes id and secret before they are joined; not every network does. */
function applicationSecrets({ id, secret }: Application): string[] {
  return [secret, `${id}:${secret}`, `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`];
}

/** The encodings in which a network may echo a secret, the longest first: plain, URL, form and Base64. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
      new URLSearchParams([["", secret]]).toString().slice(1),
      Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      Buffer.from(secret).toString("base64url"),
    ]);
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

const MAX_QUOTE = 300;

/** A network's message for quoting in ours: one line, at most 300 characters, secrets masked. */
export function quote(text: string, { secrets }: Redaction): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this removes
  let line = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, " ")
    .trim();
  for (const form of formsOf(secrets)) line = line.replaceAll(form, "[secret]");
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).toWellFormed()}…` : line;
}
