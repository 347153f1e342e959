// Looks for a post in the account's list (networks/mastodon.facts.md 2). It can find a post but never prove its absence.
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import { statusId, statusUrl, api } from "./api.ts";
import { mayMatch } from "./match.ts";
import { inconclusive, noneAmong, found } from "../client/outcome.ts";
import { PEEK_TIMEOUT_MS } from "../client/api.ts";

/** Stored before the commit: the body of the publishing request, and how the post can be recognized. */
export type Prepared = {
  readonly accountId: string;
  /** Idempotency-Key. */
  readonly key: string;
  readonly body: JsonObject;
  readonly text: string;
  readonly mediaIds: readonly string[];
  /** The files' alternative texts, in order; missing in posts that an older Crier prepared. */
  readonly alts?: readonly string[];
};

/** An attempt some hours ago may have attached the uploads. */
const MEDIA_BACK_MS = 24 * 3_600_000;
const PAGES = 10;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const since = attempt.sentAt - (prepared.mediaIds.length > 0 ? MEDIA_BACK_MS : CLOCK_SKEW_MS);
  const listed = await ownStatuses(prepared.accountId, since, io);
  if (!listed) return inconclusive("The account's posts could not be listed.");
  for (const status of listed) {
    const media = sharedMedia(status, prepared.mediaIds);
    if (media) return foundStatus(status, `Its attachment ${media} was uploaded for this post.`, io);
  }
  const finding = await byText(prepared, attempt, listed, io);
  if (prepared.mediaIds.length === 0) return finding;
  const upload = await uploadState(prepared, io);
  // Some servers (snac) list files under other ids. If the upload is still free, the status is another post.
  if (finding.kind === "found" && upload === "gone") return finding;
  return inconclusive(mediaEvidence(prepared, listed.length, upload, finding));
}

/** Posts with an id, newest first, back to `since`; undefined when any page can't be read. */
async function ownStatuses(accountId: string, since: number, io: Io): Promise<JsonObject[] | undefined> {
  const all: JsonObject[] = [];
  let before = "";
  for (let page = 0; page < PAGES; page++) {
    const path = `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?limit=40&exclude_reblogs=true${before}`;
    const answer = await api.peekList(io, io.credentials, path);
    if (!answer) return undefined;
    const statuses = answer.filter((status) => isObject(status));
    all.push(...statuses.filter((status) => statusId(status, io) !== undefined));
    const last = statuses.at(-1);
    const id = last && statusId(last, io);
    if (!last || id === undefined || createdAt(last) < since) break;
    before = `&max_id=${id}`;
  }
  return all;
}

function sharedMedia(status: JsonObject, ours: readonly string[]): string | undefined {
  const ids = arrayOf(status["media_attachments"]).map((media) => textOf(objectOf(media)["id"]));
  return ours.find((id) => ids.includes(id));
}

async function byText(
  prepared: Prepared,
  attempt: SentAttempt,
  listed: readonly JsonObject[],
  io: Io,
): Promise<Finding> {
  // The list contains HTML, and only `/source` has the text, so it is read only for possible matches.
  const likely = listed.filter(
    (status) =>
      createdAt(status) >= attempt.sentAt - CLOCK_SKEW_MS &&
      matches(status, prepared, attempt.otherRemoteIds, io) &&
      showsFiles(status, prepared) &&
      mayMatch(textOf(status["content"]) ?? prepared.text, prepared.text),
  );
  const same: JsonObject[] = [];
  for (const status of likely) {
    const path = `/api/v1/statuses/${statusId(status, io) ?? ""}/source`;
    const source = await api.peek(io, io.credentials, path);
    // Without its text, Crier can't decide whether this is the post.
    if (!source)
      return inconclusive("Crier could not read the full text of a post that looks like this one.");
    if (textOf(source["text"])?.trim() === prepared.text) same.push(status);
  }
  const [only] = same;
  if (only && same.length === 1) {
    const at = new Date(createdAt(only)).toISOString();
    const files = prepared.mediaIds.length > 0 ? " and the same number of files" : "";
    return foundStatus(only, `Same text${files}, sent by this application, created ${at}.`, io);
  }
  if (same.length > 1)
    return inconclusive(`${same.length} posts of this account have this text. A person must check.`);
  return noneAmong(listed, "account");
}

/** Compares everything except the text. A limited account's public post becomes unlisted. */
function matches(status: JsonObject, { body }: Prepared, usedIds: readonly string[], io: Io): boolean {
  const { visibility, spoiler_text: spoiler, in_reply_to_id: replyTo, application } = status;
  const expected = textOf(body["visibility"]);
  const shown =
    expected === undefined || visibility === expected || (expected === "public" && visibility === "unlisted");
  const app = isObject(application) ? textOf(application["name"]) : undefined;
  const ours = textOf(io.credentials["application"]);
  return (
    !usedIds.includes(statusId(status, io) ?? "") &&
    shown &&
    (textOf(spoiler) ?? "") === (textOf(body["spoiler_text"]) ?? "") &&
    (replyTo ?? null) === null &&
    (app === undefined || ours === undefined || app === ours)
  );
}

/** The same number of files, with the same alternative texts. A post without text needs an alternative text to match. */
function showsFiles(status: JsonObject, { text, mediaIds, alts = [] }: Prepared): boolean {
  const files = arrayOf(status["media_attachments"]).map(objectOf);
  const shown = files.map(({ description }) => (textOf(description) ?? "").trim());
  return (
    files.length === mediaIds.length &&
    (text !== "" || mediaIds.length === 0 || alts.some((alt) => alt !== "")) &&
    alts.every((alt, n) => shown[n] === alt.trim())
  );
}

/** Whether the first upload can still be attached. */
async function uploadState({ mediaIds }: Prepared, io: Io): Promise<"free" | "gone" | "unclear"> {
  const [id = ""] = mediaIds;
  const url = `/api/v1/media/${encodeURIComponent(id)}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url, timeoutMs: PEEK_TIMEOUT_MS });
  if (answer.kind !== "answered") return "unclear";
  return answer.status === 404 ? "gone" : answer.status === 200 ? "free" : "unclear";
}

/** An upload that is neither free nor in the list is a hint, not a proof. */
function mediaEvidence(
  { mediaIds }: Prepared,
  listed: number,
  upload: "free" | "gone" | "unclear",
  { kind }: Finding,
): string {
  const [id = ""] = mediaIds;
  const alike = kind === "found" ? " One has the same text but other files." : "";
  const fact = `None of the account's ${listed} latest posts has the uploaded file.${alike}`;
  if (upload === "gone")
    return `${fact} But the upload ${id} is no longer free (404): it may have been attached.`;
  return upload === "free" ? `${fact} The upload ${id} is still free.` : fact;
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function createdAt(status: JsonObject): number {
  return Date.parse(textOf(status["created_at"]) ?? "");
}

function foundStatus(status: JsonObject, evidence: string, io: Io): Finding {
  const id = statusId(status, io);
  if (id === undefined) return inconclusive("A post matches, but its id can't be read.");
  return found(id, statusUrl(status, id, io), evidence);
}
