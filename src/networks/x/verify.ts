// Looks for a post in the account's list (networks/x.facts.md 2). It can find a post but never prove its absence.
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import { idOf } from "../client/remote-post.ts";
import { postId, postUrl, api } from "./api.ts";
import { hasText } from "./match.ts";
import { inconclusive, found } from "../client/outcome.ts";

/** Stored before the commit: the body of the publishing request, and how the post can be recognized. */
export type Prepared = {
  readonly userId: string;
  readonly body: JsonObject;
  readonly text: string;
  /** The media keys of the attachments. */
  readonly mediaKeys: readonly string[];
  /**
   * Null for the first attempt. Else an earlier one may have published it, no sooner than this, ms since 1970; a refusal
   * as a duplicate is then a hint that it did.
   */
  readonly earliest: number | null;
};

/** X accepts a request for at most five minutes, and every listed post costs money. */
const LANDS_WITHIN_MS = 15 * 60_000;
const PAGES = 5;
const FIELDS = "created_at,text,entities,attachments,note_tweet,referenced_tweets";

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const since = (prepared.earliest ?? attempt.sentAt) - CLOCK_SKEW_MS;
  const listed = await ownPosts(prepared.userId, since, attempt.sentAt + LANDS_WITHIN_MS, io);
  if (!listed) return inconclusive("The account's posts could not be listed.");
  const possible = listed.filter((post) => {
    const id = postId(post, io);
    return (
      id !== undefined && !attempt.otherRemoteIds.includes(id) && createdAt(post) >= since && isOwn(post)
    );
  });
  const same = possible.filter((post) => matches(post, prepared));
  const [only] = same;
  if (same.length > 1)
    return inconclusive(`${same.length} posts of this account could be this one. A person must check.`);
  if (only) return foundPost(only, prepared, io);
  const what = prepared.mediaKeys.length > 0 ? "the uploaded file" : "this text";
  return inconclusive(
    `None of the account's ${listed.length} posts since then has ${what}. X's list may lag, so this does not prove that the post is missing.`,
  );
}

/** Newest first; undefined when any page can't be read. */
async function ownPosts(
  userId: string,
  since: number,
  until: number,
  io: Io,
): Promise<JsonObject[] | undefined> {
  const posts: JsonObject[] = [];
  const query = new URLSearchParams({
    max_results: "100",
    start_time: secondsOf(since),
    exclude: "retweets",
    "tweet.fields": FIELDS,
  });
  if (io.now() > until) query.set("end_time", secondsOf(until));
  for (let page = 0; page < PAGES; page++) {
    const answer = await api.peek(
      io,
      io.credentials,
      `/2/users/${encodeURIComponent(userId)}/tweets?${query}`,
    );
    const { data, meta } = answer ?? {};
    if (!isObject(meta) || (data === undefined && numberOf(meta["result_count"]) !== 0)) return undefined;
    posts.push(...arrayOf(data).filter((post) => isObject(post)));
    const next = idOf(meta["next_token"], api.context(io, io.credentials));
    if (next === undefined) break;
    query.set("pagination_token", next);
  }
  return posts;
}

/** RFC 3339 without fractional seconds. */
function secondsOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Excludes replies and reposts, which Crier does not create. A link to a post in the text creates a quote. */
function isOwn(post: JsonObject): boolean {
  return arrayOf(post["referenced_tweets"]).every((each) => objectOf(each)["type"] === "quoted");
}

/** An attachment that was uploaded for this post proves it; without one, the text must be the same. */
function matches(post: JsonObject, { mediaKeys, text }: Prepared): boolean {
  const keys = arrayOf(objectOf(post["attachments"])["media_keys"]);
  if (mediaKeys.length > 0) return mediaKeys.some((key) => keys.includes(key));
  return keys.length === 0 && hasText(post, text);
}

function foundPost(post: JsonObject, { mediaKeys }: Prepared, io: Io): Finding {
  const id = postId(post, io);
  if (id === undefined) return inconclusive("A post matches, but its id can't be read.");
  const at = new Date(createdAt(post)).toISOString();
  const evidence =
    mediaKeys.length > 0
      ? `Its attachment was uploaded for this post. Created ${at}.`
      : `Same text, created ${at}.`;
  return found(id, postUrl(id, io), evidence);
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function createdAt(post: JsonObject): number {
  return Date.parse(textOf(post["created_at"]) ?? "");
}
