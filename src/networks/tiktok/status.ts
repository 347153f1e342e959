// Reads the status of a publication at TikTok and turns it into an outcome (networks/tiktok.facts.md 2).
import type { Answer } from "../client/call.ts";
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Io, Json, Outcome, Refused } from "../network.ts";
import { idOf } from "../client/remote-post.ts";
import { dataOf, faultOf, post, publishIdOf, api } from "./api.ts";
import { refused } from "../client/outcome.ts";

/** Stored before the commit. The upload address is a secret and stays in what `prepare` saved. */
export type Prepared = {
  /** The name in the account's addresses. */
  readonly username: string;
  readonly text: string;
  readonly isDraft: boolean;
  /** Only a public post gets an address. */
  readonly isPublic: boolean;
} & (
  | {
      readonly way: "upload";
      readonly publishId: string;
      readonly mediaId: string;
      /** The size of the file, and how much of it TikTok had before the last piece was sent; bytes. */
      readonly size: number;
      readonly from: number;
    }
  | { readonly way: "pull"; readonly mediaIds: readonly string[]; readonly body: JsonObject }
);

export type Status =
  /** The number of bytes that TikTok has. */
  | { readonly kind: "uploading"; readonly bytes: number }
  | { readonly kind: "fetching" }
  | { readonly kind: "inbox" }
  /** The post's id; null while the post is not public. */
  | { readonly kind: "complete"; readonly postId: string | null }
  | { readonly kind: "failed"; readonly reason: string };

export function askStatus(publishId: string, io: Io, timeoutMs = 60_000): Promise<Answer> {
  const path = "post/publish/status/fetch/";
  return post(io, io.credentials, path, { publish_id: publishId }, timeoutMs);
}

/** Undefined when the response is not clear. */
export function statusOf(answer: Answer, io: Io): Status | undefined {
  if (answer.kind !== "answered" || answer.status !== 200 || faultOf(answer)) return undefined;
  const body = objectOf(answer.json);
  if (objectOf(body["error"])["code"] !== "ok" || !isObject(body["data"])) return undefined;
  const data = body["data"];
  switch (data["status"]) {
    case "PROCESSING_UPLOAD": {
      const bytes = numberOf(data["uploaded_bytes"]);
      return bytes === undefined ? undefined : { kind: "uploading", bytes };
    }
    case "PROCESSING_DOWNLOAD":
      return { kind: "fetching" };
    case "SEND_TO_USER_INBOX":
      return { kind: "inbox" };
    case "PUBLISH_COMPLETE":
      return completeOf(data, io);
    case "FAILED":
      return { kind: "failed", reason: textOf(data["fail_reason"]) ?? "" };
    default:
      return undefined;
  }
}

/** The field's name is misspelled by TikTok. Its numbers exceed the precision of a double. */
function completeOf(data: JsonObject, io: Io): Status | undefined {
  const ids = data["publicaly_available_post_id"] ?? [];
  if (!Array.isArray(ids)) return undefined;
  const [first]: readonly Json[] = ids;
  if (first === undefined) return { kind: "complete", postId: null };
  const postId = idOf(typeof first === "number" ? String(first) : first, api.context(io, io.credentials));
  return postId !== undefined && /^\d+$/.test(postId) ? { kind: "complete", postId } : undefined;
}

/** Null when the account's name is not known. */
export function postUrl(postId: string, { username, way: context }: Prepared, io: Io): string | null {
  if (!/^[\w.-]{1,64}$/.test(username)) return null;
  return `${io.endpoint("web")}/@${username}/${context === "upload" ? "video" : "photo"}/${postId}`;
}

// ---- while TikTok works on it

export type Receipt = { readonly publishId: string; readonly at: number; readonly completeAt: number | null };

const MINUTE_MS = 60_000;
/** TikTok reveals a public post's id after a review, usually within a minute. */
const ID_WITHIN_MS = 10 * MINUTE_MS;

export function firstReceipt(publishId: string, io: Io): Receipt {
  return { publishId, at: io.now(), completeAt: null };
}

/** Reads the status of the publication. @throws StepFailedError when TikTok can't be asked now */
export async function settle(prepared: Prepared, receipt: Json, io: Io): Promise<Outcome> {
  const { publishId, at, completeAt } = objectOf(receipt);
  const id = publishIdOf(publishId, api.context(io, io.credentials));
  const [since, first] = [numberOf(at), numberOf(completeAt) ?? null];
  if (id === undefined || since === undefined)
    return {
      kind: "unknown",
      detail: "Crier can't read what it stored about this post. Check it at TikTok.",
    };
  const known = { publishId: id, at: since, completeAt: first };
  const answer = await askStatus(id, io);
  const status = statusOf(answer, io);
  if (status) return outcomeOfStatus(status, known, prepared, io);
  dataOf(answer, io, io.credentials);
  return { kind: "unknown", detail: "TikTok did not report the status of this post." };
}

function outcomeOfStatus(status: Status, receipt: Receipt, prepared: Prepared, io: Io): Outcome {
  const { publishId } = receipt;
  switch (status.kind) {
    case "uploading":
    case "fetching":
      return { kind: "processing", receipt, askAgainMs: askAgainMs(io.now() - receipt.at) };
    case "failed":
      return refusedFor(status.reason);
    case "inbox":
      return { kind: "accepted", remoteId: publishId, url: null, note: IN_INBOX };
    case "complete": {
      if (status.postId !== null)
        return { kind: "accepted", remoteId: status.postId, url: postUrl(status.postId, prepared, io) };
      const completeAt = receipt.completeAt ?? io.now();
      if (prepared.isPublic && io.now() - completeAt < ID_WITHIN_MS)
        return { kind: "processing", receipt: { ...receipt, completeAt }, askAgainMs: 15_000 };
      return { kind: "accepted", remoteId: publishId, url: null, note: prepared.isPublic ? HIDDEN : PRIVATE };
    }
  }
}

export const IN_INBOX = "It is a draft in the account's TikTok inbox. Open it in the TikTok app to post it.";
const HIDDEN = "TikTok has posted it and is still reviewing it, so it has no address yet.";
const PRIVATE = "TikTok gives no address for a post that is not public.";

/** TikTok allows 30 status requests a minute for all posts of an account together. */
function askAgainMs(age: number): number {
  return age < MINUTE_MS ? 5000 : 30_000;
}

const FAILED: Readonly<Record<string, Refused>> = {
  file_format_check_failed: refused("media", "TikTok can't read the file's format. Use another file."),
  duration_check_failed: refused("media", "TikTok reports that the video is too long or too short."),
  frame_rate_check_failed: refused("media", "TikTok accepts videos with 23 to 60 frames a second."),
  picture_size_check_failed: refused("media", "TikTok reports that the picture is too large or too small."),
  internal: refused("network_down", "TikTok had an internal error. Try again."),
  video_pull_failed: refused("network_down", "TikTok could not fetch the video. Try again."),
  photo_pull_failed: refused(
    "network_down",
    "TikTok could not fetch the photos: this Crier's public address must be reachable from the internet.",
  ),
  publish_cancelled: refused("unknown", "The post was cancelled at TikTok."),
  auth_removed: refused("auth", "The account no longer allows this application. Connect it again."),
  spam_risk_too_many_posts: refused("quota", "TikTok accepts no more posts from this account for a day."),
  spam_risk_user_banned_from_posting: refused(
    "unknown",
    "TikTok has blocked this account from posting. Open its app to see why.",
  ),
  spam_risk_text: refused("content", "TikTok considers the text spam. Change it and try again."),
  spam_risk: refused("content", "TikTok considers the post spam."),
};

/** Whatever the reason is, TikTok reports that it did not post it. */
export function refusedFor(reason: string): Refused {
  const known = FAILED[reason];
  if (known) return known;
  const shown = /^[a-z_]{1,60}$/.test(reason) ? reason : "no reason given";
  return refused("unknown", `TikTok did not post it (${shown}).`);
}
