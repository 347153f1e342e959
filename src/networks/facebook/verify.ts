// Looks for a Facebook post after a lost response: by its video or photo ids, else by its text (networks/facebook.facts.md 2).
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { listPages } from "../meta/graph.ts";
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import { idOf } from "../client/remote-post.ts";
import { pageUrl, postUrl, api } from "./api.ts";
import type { Prepared } from "./post.ts";
import { storyOf, videoState } from "./status.ts";
import { inconclusive, noneAmong, absent, found } from "../client/outcome.ts";

/** A post that appears later than this is another one. */
const LATEST_MS = 15 * 60_000;
/** An attempt some hours ago may have uploaded and published the photos. */
const STAGED_BACK_MS = 24 * 3_600_000;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const { kind, video, photos } = prepared;
  if (video !== null) return await byVideo(prepared, video, attempt, io);
  const since = attempt.sentAt - (photos.length > 0 ? STAGED_BACK_MS : CLOCK_SKEW_MS);
  if (kind === "story") return await byStory(photos[0] ?? "", since, io);
  const posts = await publishedPosts(since, io);
  if (!posts) return inconclusive("The Page's posts could not be listed.");
  return photos.length > 0 ? byPhotos(photos, posts, io) : byText(prepared, attempt, posts, io);
}

async function byVideo(prepared: Prepared, video: string, { sentAt }: SentAttempt, io: Io): Promise<Finding> {
  const state = await videoState(prepared, video, sentAt - STAGED_BACK_MS, io);
  if (!state) return inconclusive(`Facebook gave no clear status of the video ${video}.`);
  switch (state.kind) {
    case "shown":
      return { ...state, kind: "found", evidence: `Facebook reports that the video ${video} is published.` };
    case "processing":
      return inconclusive(state.detail);
    default:
      return absent(state.detail);
  }
}

async function byStory(photo: string, since: number, io: Io): Promise<Finding> {
  const story = await storyOf(photo, since, io);
  if (!story)
    return inconclusive(
      "None of the Page's stories shows the photo. That does not prove that the story is missing.",
    );
  return {
    ...story,
    kind: "found",
    evidence: `A story shows the photo ${photo}, staged for this post.`,
  };
}

// ---- posts

const FIELDS = "id,message,created_time,permalink_url,application,attachments{subattachments{target},target}";

/** Posts with an id, newest first, back to `since`; undefined when any page can't be read. */
async function publishedPosts(since: number, io: Io): Promise<JsonObject[] | undefined> {
  const url = pageUrl(io, "published_posts", { fields: FIELDS, limit: "100" });
  const further = (page: readonly JsonObject[]) => createdAt(page.at(-1) ?? {}) >= since;
  const posts = await listPages(url, (each) => api.peek(io, io.credentials, each), further);
  return posts?.filter((post) => idOf(post["id"], api.context(io, io.credentials)) !== undefined);
}

function byPhotos(photos: readonly string[], posts: readonly JsonObject[], io: Io): Finding {
  for (const post of posts) {
    const shown = targetsOf(post).map(({ id }) => textOf(id));
    const photo = photos.find((id) => shown.includes(id));
    if (photo !== undefined) return foundPost(post, `It shows the photo ${photo}, staged for this post.`, io);
  }
  return inconclusive(`None of the Page's ${posts.length} latest posts shows the staged photos.`);
}

function byText(prepared: Prepared, attempt: SentAttempt, posts: readonly JsonObject[], io: Io): Finding {
  const same = posts.filter((post) => matches(post, prepared, attempt, io));
  const [only] = same;
  if (only && same.length === 1) {
    const at = new Date(createdAt(only)).toISOString();
    return foundPost(only, `Same text, sent by this application, created ${at}.`, io);
  }
  if (same.length > 1)
    return inconclusive(`${same.length} posts of this Page have this text. A person must check.`);
  return noneAmong(posts, "Page");
}

function matches(
  post: JsonObject,
  { text, link }: Prepared,
  { sentAt, otherRemoteIds: usedIds }: SentAttempt,
  io: Io,
): boolean {
  const at = createdAt(post);
  const app = textOf(objectOf(post["application"])["id"]);
  const ours = textOf(io.credentials["applicationId"]);
  return (
    !usedIds.includes(textOf(post["id"]) ?? "") &&
    at >= sentAt - CLOCK_SKEW_MS &&
    at <= sentAt + LATEST_MS &&
    plain(textOf(post["message"]) ?? "") === plain(text) &&
    (app === undefined || ours === undefined || app === ours) &&
    (link === null ? text !== "" : (linksTo(post, link) ?? text !== ""))
  );
}

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** Whether the post's card links there; undefined when the card shows no link. */
function linksTo(post: JsonObject, link: string): boolean | undefined {
  const shown = targetsOf(post).flatMap(({ url }) => linkTarget(textOf(url)) ?? []);
  return shown.length > 0 ? shown.includes(linkTarget(link) ?? link) : undefined;
}

/** Resolves Facebook's redirect address, which contains the real one. */
function linkTarget(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? "");
  return (url?.pathname === "/l.php" && URL.parse(url.searchParams.get("u") ?? "")?.href) || url?.href;
}

/** The attachments of a post: one, or several below one. */
function targetsOf(post: JsonObject): JsonObject[] {
  const attached = dataOf(post["attachments"]);
  return [...attached, ...attached.flatMap((each) => dataOf(each["subattachments"]))].map(({ target }) =>
    objectOf(target),
  );
}

function dataOf(list: JsonObject[string] | undefined): JsonObject[] {
  return arrayOf(objectOf(list)["data"]).map(objectOf);
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function createdAt(post: JsonObject): number {
  // `+0000` is not valid in ISO 8601.
  return Date.parse((textOf(post["created_time"]) ?? "").replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
}

function foundPost(post: JsonObject, evidence: string, io: Io): Finding {
  const id = idOf(post["id"], api.context(io, io.credentials));
  if (id === undefined) return inconclusive("A post matches, but its id can't be read.");
  return found(id, postUrl(post["permalink_url"], id, io), evidence);
}
