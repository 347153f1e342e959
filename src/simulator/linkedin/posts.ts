// Simulates LinkedIn's posts: required fields, refusals, duplicates, and the lists of pages.
import {
  isObject,
  textIn,
  type Json,
  type Published,
  type PublishedCard,
  type PublishedMedia,
  type Reply,
  type Stage,
} from "../network.ts";
import type { Assets } from "./assets.ts";
import { deny, duplicate, fail, illegal, missing } from "./error.ts";
import { shownOf } from "./little-text.ts";

type Fields = { readonly [key: string]: Json };

interface Post {
  readonly urn: string;
  readonly author: string;
  readonly at: number;
  readonly fields: Fields;
}

function cardIn({ article }: Fields, [picture]: readonly PublishedMedia[]): PublishedCard | undefined {
  if (!isObject(article)) return undefined;
  const { source, title, description } = article;
  const words = { url: textIn(source), title: textIn(title), description: textIn(description) };
  return { ...words, picture: picture?.id ?? null };
}

const TEXT_MAX = 3000;
const ALT_MAX = 4086;
const DUPLICATE_MS = 86_400_000;
const FIELDS: readonly string[] = [
  "author",
  "commentary",
  "visibility",
  "distribution",
  "content",
  "lifecycleState",
  "isReshareDisabledByAuthor",
];
const VISIBILITIES: readonly Json[] = ["PUBLIC", "CONNECTIONS", "LOGGED_IN"];

/** Who asks: the account's handle, and the authors it may write for. */
export interface Writer {
  readonly handle: string;
  readonly authors: readonly string[];
}

export function openPosts({ clock, pageUrl }: Stage, assets: Assets) {
  const posts: Post[] = [];
  const published: Published[] = [];
  let made = 0;
  return { published, create, list };

  function create(body: Fields, writer: Writer): Reply {
    const wrong = wrongField(body) ?? wrongAuthor(body, writer) ?? wrongText(body);
    if (wrong) return wrong;
    const { author, commentary, content = null } = body;
    const media = mediaOf(isObject(content) ? content : {}, textIn(author));
    if ("status" in media) return media;
    const same = posts.find(
      (post) =>
        post.author === author &&
        clock.now() - post.at < DUPLICATE_MS &&
        JSON.stringify([post.fields["commentary"], post.fields["content"] ?? null]) ===
          JSON.stringify([commentary, content]),
    );
    if (same) return duplicate(same.urn);
    const urn = `urn:li:share:${7_000_000_000_000_000_000n + BigInt(++made)}`;
    posts.push({ urn, author: textIn(author), at: clock.now(), fields: body });
    published.push({
      network: "linkedin",
      account: writer.handle,
      key: null,
      at: clock.now(),
      accepted: 1,
      id: `/feed/update/${urn}/`,
      text: shownOf(textIn(commentary)),
      media: media.shown,
      card: cardIn(isObject(content) ? content : {}, media.shown),
      url: `${pageUrl()}/feed/update/${urn}/`,
    });
    return { status: 201, json: undefined, headers: { "x-restli-id": urn, "x-linkedin-id": urn } };
  }

  /** @returns what the post shows, or the refusal of it */
  function mediaOf(content: Fields, author: string): { shown: PublishedMedia[] } | Reply {
    const [kind, ...more] = Object.keys(content);
    if (kind === undefined) return { shown: [] };
    if (more.length > 0) return illegal("content :: union type has more than one member");
    const value = isObject(content[kind]) ? content[kind] : {};
    if (kind === "article") return articleOf(value, author);
    if (kind === "media") return assetsOf([value], author, ["image", "video"]);
    if (kind !== "multiImage")
      return fail(422, "UNPROCESSABLE", `content.${kind} :: unrecognized field found`);
    const images = Array.isArray(value["images"])
      ? value["images"].map((one) => (isObject(one) ? one : {}))
      : [];
    if (images.length < 2 || images.length > 20)
      return illegal(`content.multiImage.images :: ${images.length} is not between 2 and 20`);
    return assetsOf(images, author, ["image"]);
  }

  function articleOf(
    { source, title, thumbnail }: Fields,
    author: string,
  ): { shown: PublishedMedia[] } | Reply {
    if (!URL.canParse(textIn(source))) return illegal("content.article.source :: not a URL");
    if (textIn(title) === "") return fail(422, "UNPROCESSABLE", "content.article.title :: field is required");
    return thumbnail === undefined ? { shown: [] } : assetsOf([{ id: thumbnail }], author, ["image"]);
  }

  function assetsOf(
    items: readonly Fields[],
    author: string,
    kinds: readonly string[],
  ): { shown: PublishedMedia[] } | Reply {
    const shown: PublishedMedia[] = [];
    for (const { id, altText = "" } of items) {
      const asset = assets.find(textIn(id));
      if (!asset || asset.owner !== author || !kinds.includes(asset.kind))
        return missing(`Media asset ${textIn(id)} could not be found`);
      if (assets.status(asset) !== "AVAILABLE") return illegal(`Media ${asset.urn} is not ready`);
      if (textIn(altText).length > ALT_MAX) return fail(400, "FIELD_LENGTH_TOO_LONG", "altText is too long");
      shown.push({ id: asset.urn, mime: asset.file?.mime ?? "", alt: textIn(altText) });
    }
    return { shown };
  }

  /** Newest first. */
  function list(query: URLSearchParams): Reply {
    const [start, count] = [Number(query.get("start") ?? 0), Number(query.get("count") ?? 10)];
    const own = posts.filter(({ author }) => author === query.get("author")).toReversed();
    const elements = own.slice(start, start + count).map(({ urn, at, fields }) => ({
      id: urn,
      createdAt: at,
      publishedAt: at,
      lastModifiedAt: at,
      ...fields,
    }));
    return { status: 200, json: { paging: { start, count, links: [] }, elements } };
  }
}

function wrongField(body: Fields): Reply | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return fail(422, "UNPROCESSABLE", `/${unknown} :: unrecognized field found`);
  const required = ["author", "commentary", "visibility", "distribution", "lifecycleState"];
  const absent = required.find((name) => body[name] === undefined);
  if (absent !== undefined)
    return fail(422, "UNPROCESSABLE", `/${absent} :: field is required but not found`);
  if (body["lifecycleState"] !== "PUBLISHED") return illegal("lifecycleState :: must be PUBLISHED");
  if (!VISIBILITIES.includes(body["visibility"] ?? null)) return illegal("visibility :: not an enum symbol");
  return null;
}

function wrongAuthor({ author, visibility }: Fields, { authors }: Writer): Reply | null {
  if (!authors.includes(textIn(author)))
    return deny(`Data Processing Exception: not allowed to post as ${textIn(author)}`);
  const isPage = textIn(author).includes(":organization:");
  return isPage && visibility === "CONNECTIONS"
    ? illegal("visibility :: not allowed for an organization")
    : null;
}

function wrongText(body: Fields): Reply | null {
  const text = shownOf(textIn(body["commentary"]));
  if (text.length > TEXT_MAX)
    return fail(400, "FIELD_LENGTH_TOO_LONG", `commentary :: ${text.length} is longer than ${TEXT_MAX}`);
  const isEmpty = text.trim() === "" && body["content"] === undefined;
  return isEmpty ? fail(422, "UNPROCESSABLE", "/commentary :: a post needs words or content") : null;
}
