// Simulates X's posts: refusals, how a post is returned, and an account's list of posts.
import {
  isObject,
  jsonIn,
  textIn,
  type Json,
  type Published,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { isUsable, type Media, type MediaRoom } from "./media.ts";
import { paysX } from "./premium.ts";
import { ok, problem } from "./problem.ts";
import { weightedLength } from "../../networks/client/weighted-text.ts";
import { shownAs, type Shown } from "./text.ts";

type Fields = { readonly [key: string]: Json };

interface Post {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly shown: Shown;
  readonly media: readonly Media[];
  readonly at: number;
}
/** A post as it is asked for, when nothing is wrong with it. */
type NewPost = Pick<Post, "text" | "media">;

/** networks/x.facts.md 1: unknown fields are refused. */
const FIELDS: readonly string[] = [
  "text",
  "media",
  "reply",
  "quote_tweet_id",
  "poll",
  "reply_settings",
  "community_id",
  "card_uri",
  "share_with_followers",
  "for_super_followers_only",
  "nullcast",
  "geo",
  "direct_message_deep_link",
  "made_with_ai",
  "paid_partnership",
  "edit_options",
];
const REPLIES: readonly string[] = ["following", "mentionedUsers", "subscribers", "verified"];
const [MOST_IMAGES, MOST_TAGGED] = [4, 10];
const [LONGEST, LONGEST_PREMIUM] = [280, 25_000];
/** How long the same text is refused; the real time is not documented. */
const SAME_MS = 3_600_000;
/** networks/x.facts.md 4: 100 in 15 minutes. */
const [MOST, WINDOW_MS] = [100, 15 * 60_000];

export function openPosts({ clock, pageUrl }: Stage, media: MediaRoom, newId: () => string) {
  const posts: Post[] = [];
  const published: Published[] = [];
  let links = 0;
  return { published, create, show, list };

  function create(owner: string, request: Request): Reply {
    const own = posts.filter((post) => post.owner === owner);
    const recent = own.filter(({ at }) => at > clock.now() - WINDOW_MS);
    if (recent.length >= MOST) return tooMany((recent[0]?.at ?? 0) + WINDOW_MS);
    const input = checked(owner, jsonIn(request) ?? {});
    if ("status" in input) return input;
    const same = own.some(({ text, at }) => text === input.text && text !== "" && at > clock.now() - SAME_MS);
    if (same) return problem(403, "You are not allowed to create a Tweet with duplicate content.");
    const id = newId();
    const attached = input.media.length > 0 ? `https://x.com/${owner}/status/${id}/photo/1` : null;
    const shown = shownAs(
      input.text,
      attached,
      () => `https://t.co/${(++links).toString(36).padStart(10, "0")}`,
    );
    const post = { id, owner, shown, at: clock.now(), ...input };
    posts.push(post);
    publish(post);
    return ok({ data: { id, text: shown.text, edit_history_post_ids: [id] } }, 201);
  }

  function checked(owner: string, body: Fields): NewPost | Reply {
    const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
    if (unknown !== undefined) return problem(400, `$.${unknown}: is not defined in the schema`);
    const text = textIn(body["text"]).normalize("NFC").trim();
    const longest = paysX(owner) ? LONGEST_PREMIUM : LONGEST;
    if (weightedLength(text) > longest) return problem(403, "Your Tweet text is too long. (186)");
    if (body["reply_settings"] !== undefined && !REPLIES.includes(textIn(body["reply_settings"])))
      return problem(400, "$.reply_settings: does not have a value in the enumeration");
    const attached = body["media"] === undefined ? [] : attachable(owner, body["media"]);
    if (!Array.isArray(attached)) return attached;
    if (text === "" && attached.length === 0) return problem(400, "One of text or media is required");
    return { text, media: attached };
  }

  function attachable(owner: string, wished: Json): Media[] | Reply {
    const { media_ids: ids = [], tagged_user_ids: tagged = [] } = isObject(wished) ? wished : {};
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_IMAGES)
      return problem(400, "$.media.media_ids: there must be 1 to 4 items in the array");
    if (!Array.isArray(tagged) || tagged.length > MOST_TAGGED)
      return problem(400, "$.media.tagged_user_ids: there must be at most 10 items in the array");
    const found = ids.map((id) => media.find(textIn(id)));
    const usable = found.filter((one) => isUsable(one, owner, clock.now()));
    if (usable.length < ids.length) return problem(400, "Your media IDs are invalid.");
    const alone = usable.some(({ category }) => category !== "tweet_image");
    return alone && usable.length > 1 ? problem(400, "Only one video or GIF can be in a post.") : usable;
  }

  function publish({ owner, id, text, media: attached, at }: Post): void {
    const files = attached.map((one) => ({ id: one.id, mime: one.file.mime, alt: one.alt }));
    const page = `/${owner}/status/${id}`;
    const post = { network: "x", account: owner, id: page, key: null, text, media: files };
    published.push({ ...post, url: pageUrl() + page, at, accepted: 1 });
  }

  function show(id: string): Reply {
    const post = posts.find((one) => one.id === id);
    if (post) return ok({ data: entity(post) });
    const type = "https://api.x.com/2/problems/resource-not-found";
    return ok({
      errors: [{ title: "Not Found Error", detail: `Could not find tweet with id: [${id}].`, type }],
    });
  }

  /** Newest first, from `start_time` up to `end_time`; pages by a token that counts. */
  function list(owner: string, query: URLSearchParams): Reply {
    const limit = Number(query.get("max_results") ?? 10);
    if (!(limit >= 5 && limit <= 100)) return problem(400, "max_results must be between 5 and 100");
    const from = Date.parse(query.get("start_time") ?? "2010-11-06T00:00:00Z");
    const to = Date.parse(query.get("end_time") ?? "9999-01-01T00:00:00Z");
    if (Number.isNaN(from) || Number.isNaN(to))
      return problem(400, "start_time and end_time are RFC 3339 times");
    const skip = Number(query.get("pagination_token")?.replace(/^page-/, "") ?? 0);
    const own = posts.filter((post) => post.owner === owner && post.at >= from && post.at < to).toReversed();
    const page = own.slice(skip, skip + limit);
    const next = own.length > skip + limit ? { next_token: `page-${skip + limit}` } : {};
    const meta = { result_count: page.length, ...next };
    return ok(page.length === 0 ? { meta } : { data: page.map(entity), meta });
  }
}

function entity({ id, text, shown, media, at }: Post): Fields {
  const entities = { urls: shown.urls };
  // A long post shows its beginning; the whole of it is apart.
  const long = weightedLength(text) > LONGEST;
  return {
    id,
    text: long ? shown.text.slice(0, 276) : shown.text,
    edit_history_tweet_ids: [id],
    created_at: new Date(at).toISOString(),
    ...(shown.urls.length > 0 && { entities }),
    ...(media.length > 0 && { attachments: { media_keys: media.map(({ key }) => key) } }),
    ...(long && { note_tweet: { text: shown.text, entities } }),
  };
}

/** networks/x.facts.md 6. @param until ms since 1970 */
export function tooMany(until: number): Reply {
  const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(Math.ceil(until / 1000)) };
  return {
    ...problem(429, "Too Many Requests"),
    headers: { "x-rate-limit-limit": String(MOST), ...headers },
  };
}
