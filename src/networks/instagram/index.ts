// Instagram's professional accounts, by Instagram Login. Facts and sources: networks/instagram.facts.md.
import { type Options, options } from "./options.ts";
import { textOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, type Draft, type Io } from "../network.ts";
import { commit, settle, verify, type Prepared, type ContainerPublishing } from "../meta/publish.ts";
import { connect, liveOptions } from "./account.ts";
import { LOST, NETWORK, accountUrl, publishing as dialect, api } from "./api.ts";
import { validate, kindOf, kinds, rules, words, type Kind } from "./rules.ts";
import { containerOf, containers } from "./containers.ts";

/** How a post is recognized. A story has no text. */
type Likeness = { readonly text: string; readonly kind: Kind };

export const instagram = defineNetwork<typeof options, Prepared<Likeness>>({
  id: "instagram",
  name: NETWORK,
  access: "own_app",
  endpoints: {
    api: "https://graph.instagram.com",
    token: "https://api.instagram.com",
    web: "https://www.instagram.com",
    authorize: "https://www.instagram.com",
  },
  rules,
  options,
  kinds,
  words,
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "For 24 hours, Instagram's answer is certain either way: the post is there, or it was not published if it is missing twice, at least half a minute apart.",
    searchUrl: () => null,
  },
  liveOptions,
  prepare,
  commit: (prepared, io) => commit(prepared, io, publishing),
  settle: (_, receipt, io) => settle(receipt, io, publishing),
  verify: (prepared, attempt, io) => verify(prepared, attempt, io, publishing),
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared<Likeness>> {
  const kind = kindOf(draft);
  const container = await containerOf(draft, io);
  return { ...container, likeness: { text: draft.text, kind } };
}

const PRODUCTS: Record<Kind, string> = { image: "FEED", carousel: "FEED", reel: "REELS", story: "STORY" };
const FIELDS = "id,caption,media_type,media_product_type,timestamp,permalink";

const publishing: ContainerPublishing<Likeness> = {
  containers,
  dialect,
  lost: LOST,
  publish: (container, io) => accountUrl(`media_publish?creation_id=${encodeURIComponent(container)}`, io),
  list({ kind }, since, io) {
    const edge = kind === "story" ? "stories" : "media";
    return accountUrl(`${edge}?fields=${FIELDS}&since=${Math.floor(since / 1000)}&limit=50`, io);
  },
  matches,
  postOrigins: (io) => [io.endpoint("web")],
};

function matches(post: JsonObject, { text, kind }: Likeness): boolean {
  const caption = (textOf(post["caption"]) ?? "").normalize("NFC").trim();
  const isCarousel = post["media_type"] === "CAROUSEL_ALBUM";
  return (
    caption === text && post["media_product_type"] === PRODUCTS[kind] && isCarousel === (kind === "carousel")
  );
}
