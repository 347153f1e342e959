// Looks for a TikTok post after a lost response: a video by its upload's id, photos in the account's list (networks/tiktok.facts.md 2).
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, Json, SentAttempt } from "../network.ts";
import { idOf } from "../client/remote-post.ts";
import { faultOf, post, api } from "./api.ts";
import { askStatus, IN_INBOX, postUrl, refusedFor, statusOf, type Prepared } from "./status.ts";
import { inconclusive, absent, found } from "../client/outcome.ts";

type Upload = Extract<Prepared, { way: "upload" }>;

export function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  return prepared.way === "upload" ? byHandle(prepared, io) : byList(prepared, attempt, io);
}

async function byHandle(prepared: Upload, io: Io): Promise<Finding> {
  const { publishId, size } = prepared;
  const status = statusOf(await askStatus(publishId, io, 20_000), io);
  switch (status?.kind) {
    case "complete": {
      const remoteId = status.postId ?? publishId;
      const url = status.postId === null ? null : postUrl(status.postId, prepared, io);
      return found(remoteId, url, "TikTok reports that this upload is posted.");
    }
    case "inbox":
      return found(publishId, null, IN_INBOX);
    case "failed":
      return absent(`TikTok says that it failed. ${refusedFor(status.reason).detail}`);
    case "uploading": {
      if (status.bytes >= size) return inconclusive("TikTok has the whole video and is working on it.");
      const evidence = `The upload is incomplete: TikTok has ${status.bytes} of ${size} bytes and can't post that.`;
      return absent(evidence);
    }
    case "fetching":
      return inconclusive("TikTok is working on it.");
    case undefined:
      return inconclusive("TikTok did not report the status of the upload.");
  }
}

// ---- the account's list: public posts only, so it can't prove absence

const LATEST_MS = 6 * 3_600_000;
const PAGES = 5;

async function byList(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  if (prepared.isDraft) return inconclusive("Drafts can't be listed. Look in the inbox of the TikTok app.");
  const text = prepared.text.trim();
  if (text === "") return inconclusive("The post has no text by which Crier could recognize it.");
  const listed = await postsSince(attempt.sentAt - CLOCK_SKEW_MS, io);
  if (!listed)
    return inconclusive(
      "The account's posts could not be listed, which needs the scope video.list (CRIER_TIKTOK_SCOPES).",
    );
  const alike = listed.filter(
    (item) =>
      [item["video_description"], item["title"]].some((words) => textOf(words)?.trim() === text) &&
      timeOf(item) >= attempt.sentAt - CLOCK_SKEW_MS &&
      timeOf(item) <= attempt.sentAt + LATEST_MS &&
      !attempt.otherRemoteIds.includes(idIn(item, io) ?? ""),
  );
  const [only] = alike;
  const id = only && idIn(only, io);
  if (only && id !== undefined && alike.length === 1) {
    const evidence = `Same words, posted ${new Date(timeOf(only)).toISOString()}.`;
    return found(id, postUrl(id, prepared, io), evidence);
  }
  if (alike.length > 0) return inconclusive(`${alike.length} posts of this account have this text.`);
  return inconclusive(
    "None of the account's public posts has this text. That does not prove that the post is missing.",
  );
}

/** Newest first; undefined when any page can't be read. */
async function postsSince(since: number, io: Io): Promise<JsonObject[] | undefined> {
  const all: JsonObject[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < PAGES; page++) {
    const path = "video/list/?fields=id,title,video_description,create_time,share_url,duration";
    const body = { max_count: 20, ...(cursor !== undefined && { cursor }) };
    const answer = await post(io, io.credentials, path, body, 20_000);
    if (answer.kind !== "answered" || answer.status !== 200 || faultOf(answer)) return undefined;
    const data = objectOf(objectOf(answer.json)["data"]);
    if (!Array.isArray(data["videos"])) return undefined;
    const posts = arrayOf(data["videos"]).filter((item) => isObject(item));
    all.push(...posts);
    cursor = data["cursor"];
    if (data["has_more"] !== true || posts.some((item) => timeOf(item) < since)) break;
  }
  return all;
}

function idIn(item: JsonObject, io: Io): string | undefined {
  const id = idOf(item["id"], api.context(io, io.credentials));
  return id !== undefined && /^\d+$/.test(id) ? id : undefined;
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function timeOf(item: JsonObject): number {
  return (numberOf(item["create_time"]) ?? NaN) * 1000;
}
