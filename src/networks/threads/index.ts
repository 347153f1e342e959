// Threads. Facts and sources: networks/threads.facts.md.
import { altTexts, trim } from "../client/words.ts";
import { type Options, options } from "./options.ts";
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, type Draft, type Io } from "../network.ts";
import { commit, settle, verify, type Prepared, type ContainerPublishing } from "../meta/publish.ts";
import { connect, liveOptions } from "./account.ts";
import { NETWORK, NOT_FOUND, publishing as dialect, nodeUrl, api } from "./api.ts";
import { validate, rules } from "./rules.ts";
import { containerOf, containers } from "./containers.ts";

/** How a post is recognized. */
type Likeness = {
  readonly text: string;
  readonly type: "TEXT_POST" | "IMAGE" | "VIDEO" | "CAROUSEL_ALBUM";
  readonly files: number;
  readonly isReply: boolean;
};

export const threads = defineNetwork<typeof options, Prepared<Likeness>>({
  id: "threads",
  name: NETWORK,
  access: "own_app",
  endpoints: {
    api: "https://graph.threads.net",
    token: "https://graph.threads.net",
    web: "https://www.threads.com",
    authorize: "https://threads.net",
  },
  rules,
  options,
  kinds: null,
  words: ({ text, media }) => ({ text: trim(text).normalize("NFC"), altTexts: altTexts(media) }),
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "For 24 hours, Threads' answer is certain either way: the post is there, or it was not published if it is missing twice, at least half a minute apart.",
    searchUrl: () => null,
  },
  liveOptions,
  prepare,
  commit: (prepared, io) => commit(prepared, io, publishing),
  settle: (_, receipt, io) => settle(receipt, io, publishing),
  verify: (prepared, attempt, io) => verify(prepared, attempt, io, publishing),
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared<Likeness>> {
  const { text, media, options: chosen } = draft;
  const container = await containerOf(draft, io);
  const [first] = media;
  const single = first?.kind === "video" ? "VIDEO" : "IMAGE";
  const type = !first ? "TEXT_POST" : media.length > 1 ? "CAROUSEL_ALBUM" : single;
  const isReply = chosen.reply_to_id !== undefined;
  return { ...container, likeness: { text, type, files: media.length, isReply } };
}

const FIELDS = "id,text,media_type,timestamp,permalink,children{id}";

const publishing: ContainerPublishing<Likeness> = {
  containers,
  dialect,
  lost: [NOT_FOUND],
  publish: (container, io) => nodeUrl(`me/threads_publish?creation_id=${encodeURIComponent(container)}`, io),
  list({ isReply }, since, io) {
    const edge = isReply ? "replies" : "threads";
    return nodeUrl(`me/${edge}?fields=${FIELDS}&since=${Math.floor(since / 1000)}&limit=50`, io);
  },
  matches,
  // Older responses contain the older addresses, which still work.
  postOrigins: (io) => [
    io.endpoint("web"),
    "https://www.threads.net",
    "https://threads.net",
    "https://threads.com",
  ],
};

function matches(post: JsonObject, { text, type, files }: Likeness): boolean {
  const children = arrayOf(objectOf(post["children"])["data"]).length;
  const isWhole = type !== "CAROUSEL_ALBUM" || children === files || post["children"] === undefined;
  return post["media_type"] === type && isWhole && plain(textOf(post["text"]) ?? "") === plain(text);
}

/** Threads may shorten links, so they compare as equal. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .trim()
    .replace(/https?:\/\/\S+/gi, "https://");
}
