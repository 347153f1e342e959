// Looks for a post among its author's (networks/linkedin.facts.md 2). Only the posts of pages can be listed.
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import { peek, postUrl, postUrn } from "./api.ts";
import type { Prepared } from "./post.ts";
import { inconclusive, noneAmong, found } from "../client/outcome.ts";

/** An earlier attempt of the same post was at most some hours ago. */
const AGAIN_MS = 24 * 3_600_000;
const PAGE = 50;
const PAGES = 5;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const since = attempt.sentAt - (prepared.again ? AGAIN_MS : CLOCK_SKEW_MS);
  const listed = await ownPosts(prepared.author, since, io);
  if (listed === 403)
    return inconclusive("LinkedIn offers no list of a member's posts. Check the profile's activity.");
  if (typeof listed === "number") return inconclusive("The author's posts could not be listed.");
  const likely = listed.filter(
    (post) => isLive(post) && !attempt.otherRemoteIds.includes(postUrn(post["id"]) ?? ""),
  );
  for (const post of likely) {
    const file = filesOf(post).find((name) => prepared.files.includes(name));
    if (file !== undefined) return foundPost(post, `It shows ${file}, which was uploaded for this post.`, io);
  }
  if (prepared.files.length > 0)
    return inconclusive(`None of the author's ${listed.length} latest posts shows the uploaded file.`);
  return byText(prepared, since, likely, io);
}

/** Posts with a readable URN, newest first, back to `since`; the status, or 0, when any page can't be read. */
async function ownPosts(author: string, since: number, io: Io): Promise<JsonObject[] | number> {
  const all: JsonObject[] = [];
  for (let page = 0; page < PAGES; page++) {
    const start = page === 0 ? "" : `&start=${page * PAGE}`;
    const path = `/rest/posts?author=${encodeURIComponent(author)}&q=author&count=${PAGE}&sortBy=CREATED${start}`;
    const answer = await peek(io, io.credentials, path, { "x-restli-method": "FINDER" });
    if (typeof answer === "number") return answer;
    if (!Array.isArray(answer["elements"])) return 0;
    const posts = arrayOf(answer["elements"]).filter((post) => isObject(post));
    all.push(...posts.filter((post) => postUrn(post["id"]) !== undefined));
    const last = posts.at(-1);
    if (!last || posts.length < PAGE || createdAt(last) < since) break;
  }
  return all;
}

const DEAD: readonly unknown[] = ["PUBLISH_FAILED", "DRAFT"];

function isLive(post: JsonObject): boolean {
  return !DEAD.includes(post["lifecycleState"]);
}

/** The URNs of the files that a post shows. */
function filesOf(post: JsonObject): string[] {
  const content = objectOf(post["content"]);
  const images = arrayOf(objectOf(content["multiImage"])["images"]).map((image) => objectOf(image)["id"]);
  const names = [objectOf(content["media"])["id"], objectOf(content["article"])["thumbnail"], ...images];
  return names.flatMap((name) => textOf(name) ?? []);
}

function byText({ body }: Prepared, since: number, likely: readonly JsonObject[], io: Io): Finding {
  const source = (post: JsonObject) => textOf(objectOf(objectOf(post["content"])["article"])["source"]);
  const same = likely.filter(
    (post) =>
      createdAt(post) >= since &&
      post["commentary"] === body["commentary"] &&
      source(post) === source(body) &&
      filesOf(post).length === 0,
  );
  const [only] = same;
  if (only && same.length === 1)
    return foundPost(
      only,
      `Same text, by this author, created ${new Date(createdAt(only)).toISOString()}.`,
      io,
    );
  if (same.length > 1)
    return inconclusive(`${same.length} posts of this author have this text. A person must check.`);
  return noneAmong(likely, "author");
}

/** Milliseconds since 1970; NaN, for which every comparison is false, when it can't be read. */
function createdAt(post: JsonObject): number {
  const at = numberOf(post["createdAt"]) ?? Number.NaN;
  return Math.abs(at) <= 8.64e15 ? at : Number.NaN;
}

function foundPost(post: JsonObject, evidence: string, io: Io): Finding {
  const urn = postUrn(post["id"]);
  if (urn === undefined) return inconclusive("A post matches, but its name can't be read.");
  return found(urn, postUrl(urn, io), evidence);
}
