// Decides what may be concluded from an answer, independently of any connector (D34).
import type { Finding, Outcome } from "../../../networks/network.ts";
import type { Body } from "./body.ts";
import type { Subject } from "./subject.ts";

/** 408, 409 and 425 do not tell whether the request was carried out. */
const SILENT = [408, 409, 425];
const LONGEST_SENTENCE = 500;
const LONGEST_ID = 512;
const LONGEST_URL = 2048;
const LONGEST_WAIT_MS = 24 * 3_600_000;
// eslint-disable-next-line no-control-regex -- these are what must not be there
const NOT_ONE_LINE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Kinds of outcome that are true after this answer to the publishing request. */
export function allowedOutcomes(
  status: number,
  body: Body,
  { success, refusal, limited }: Subject,
): Outcome["kind"][] {
  if (status >= 200 && status < 300) {
    if (body.exact && body.says === "taken" && status === success.status) return ["accepted", "processing"];
    // An answer that has no body says everything by its status; it is asked what came of it, and never believed.
    if (success.text === "" && status === success.status) return ["processing", "unknown"];
    const readable = body.says === "taken" || body.says === "found" || body.id !== undefined;
    return readable ? ["accepted", "processing", "unknown"] : ["unknown"];
  }
  if (status < 400 || status >= 500 || SILENT.includes(status)) return ["unknown"];
  if (body.exact && body.says === "limited" && status === limited.status) return ["busy"];
  if (body.exact && body.says === "refused" && status === refusal.status) return ["refused"];
  const documented = body.says === "refused" || body.says === "limited" || body.says === "absent";
  if (!documented) return ["unknown"];
  return status === 429 ? ["busy", "unknown"] : ["refused", "busy", "unknown"];
}

/** What is wrong with an outcome of `commit` or `settle`; null when nothing is. */
export function faultOfOutcome(
  outcome: Outcome,
  allowed: readonly Outcome["kind"][],
  body: Body | null,
  subject: Subject,
): string | null {
  if (!allowed.includes(outcome.kind)) return `${outcome.kind}, not ${allowed.join(" or ")}`;
  if (outcome.kind === "accepted") return faultOfPost(outcome, body?.id ?? null, subject);
  if (outcome.kind === "busy")
    return faultOfWait(outcome.retryAfterMs) ?? faultOfWords(outcome.detail, subject);
  return outcome.kind === "processing" ? null : faultOfWords(outcome.detail, subject);
}

/** @param told whether some answer said that the post is there, and whether it said that it is not */
export function faultOfFinding(
  finding: Finding,
  answer: { found: boolean; absent: boolean; other: string | null },
  subject: Subject,
): string | null {
  if (finding.kind === "absent" && !answer.absent) return "absent, but the network did not say so";
  if (finding.kind === "found") {
    if (!answer.found) return `found ${finding.remoteId.slice(0, 80)}, but the network did not say so`;
    const fault = faultOfPost(finding, answer.other, subject);
    if (fault) return fault;
  }
  return faultOfWords(finding.evidence, subject);
}

/** @param other what the body may have said in place of the id */
function faultOfPost(
  { remoteId, url }: { readonly remoteId: string; readonly url: string | null },
  other: string | null,
  { remoteId: genuine, origins, secrets }: Subject,
): string | null {
  const known = remoteId.includes(genuine) || (other !== null && remoteId.includes(other));
  if (!known) return `the id ${JSON.stringify(remoteId.slice(0, 80))} is nobody's`;
  if (remoteId.length > LONGEST_ID || /[^\x21-\x7e]/.test(remoteId)) return "an id that can't be one";
  if (secrets.some((secret) => remoteId.includes(secret) || url?.includes(secret)))
    return "a secret in the id or address";
  if (url === null) return null;
  const origin = URL.parse(url)?.origin;
  if (origin === undefined || !origins.has(origin)) return `the address ${JSON.stringify(url.slice(0, 80))}`;
  return url.length > LONGEST_URL || /[^\x21-\x7e]/.test(url) ? "an address that can't be one" : null;
}

function faultOfWait(ms: number | null): string | null {
  const sound = ms === null || (Number.isInteger(ms) && ms >= 0 && ms <= LONGEST_WAIT_MS);
  return sound ? null : `a wait of ${ms} ms`;
}

function faultOfWords(words: string, { secrets }: Subject): string | null {
  if (words.trim() === "") return "no words";
  if (words.length > LONGEST_SENTENCE) return `${words.length} characters of words`;
  if (NOT_ONE_LINE.test(words) || !words.isWellFormed())
    return `not one plain line: ${JSON.stringify(words)}`;
  return secrets.some((secret) => words.includes(secret)) ? `a secret: ${words}` : null;
}
