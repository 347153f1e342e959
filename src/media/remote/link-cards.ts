// Link cards: title, description and picture of a web page, for previews and for networks that do not look at pages.
import type { Clock } from "../../clock.ts";
import { fetchRemote, remoteAddress, RemoteError, type RemoteDeps, type RemoteFile } from "./fetch.ts";
import { keyOf, type Facts, type Found, type Lookup } from "./lookup.ts";
import { pageFacts } from "./page.ts";
import type { RemotePictures } from "./picture.ts";

export interface PageCard {
  /** As it stands in the post, not where it redirects to. */
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly image: CardImage | null;
  /** Names the card in addresses, 64 hex digits. */
  readonly key: string;
}

/** A JPEG of at most 1200 px and 1,000,000 bytes. */
export interface CardImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface LinkCards {
  /** @throws RemoteError why there is none, Problem temporarily_unavailable when too many wait */
  of(url: string, owner: string): Promise<PageCard>;
  /** What was fetched within the last day; never fetches. */
  cached(url: string): Promise<PageCard | null>;
  /** The picture of a card that was fetched within the last day. */
  image(key: string): Promise<Uint8Array | null>;
}

interface LinkCardDeps {
  readonly lookup: Lookup;
  /** The pictures, by the key of their card. */
  readonly images: Lookup;
  readonly pictures: RemotePictures;
  readonly remote: RemoteDeps;
  readonly clock: Clock;
}

/** For the page and its picture together. */
const TIMEOUT_MS = 5000;
const MAX_PAGE_BYTES = 512 << 10;
const MAX_IMAGE_BYTES = 4 << 20;
/** The smallest limit of the networks that take cards (networks/bluesky.facts.md 4). */
const PICTURE = { maxBytes: 1_000_000, maxSide: 1200 } as const;
const KIND = "link card";

export function openLinkCards(deps: LinkCardDeps): LinkCards {
  const { lookup, images, pictures, remote, clock } = deps;
  return {
    async of(text, owner) {
      const url = nameOf(text);
      const { facts } = await lookup.of(url, owner, () => fetchCard(url, owner));
      return await cardOf(text, facts);
    },
    async cached(text) {
      const found = await lookup.cached(nameOf(text)).catch(() => null);
      return found && (await cardOf(text, found.facts));
    },
    image: async (key) => (await images.cached(key))?.bytes ?? null,
  };

  /** Without what stays in the browser. @throws RemoteError for an address that may not be called */
  function nameOf(text: string): string {
    const { url } = remoteAddress(text, remote);
    url.hash = "";
    return url.href;
  }

  async function fetchCard(url: string, owner: string): Promise<Found> {
    const until = clock.monotonic() + TIMEOUT_MS;
    const page = await fetchRemote(url, PAGE, remote);
    const { title, description, imageUrl } = await pageFacts(page.bytes, page.type, page.url);
    if (title === null) throw new RemoteError("failed", `${page.url.hostname} gave a page without a title`);
    const key = keyOf(KIND, url);
    const image = imageUrl === null ? null : await picture(imageUrl, key, until, owner).catch(() => null);
    return { facts: { key, title, description, image: image?.facts ?? null }, bytes: new Uint8Array() };
  }

  /** A card does without a picture that can't be fetched in time. @throws RemoteError, Problem */
  async function picture(imageUrl: string, key: string, until: number, owner: string): Promise<Found> {
    return await images.of(key, owner, async () => {
      const timeoutMs = Math.max(until - clock.monotonic(), 1);
      const file: RemoteFile = await fetchRemote(imageUrl, { ...IMAGE, timeoutMs }, remote);
      const { width, height, bytes } = await pictures.jpeg(file.bytes, PICTURE, owner);
      return { facts: { width, height }, bytes };
    });
  }

  async function cardOf(url: string, facts: Found["facts"]): Promise<PageCard> {
    const { key, title, description, image } = facts as Facts & CardFacts;
    const bytes = image && (await images.cached(key))?.bytes;
    return { url, title, description, key, image: image && bytes ? { ...image, bytes } : null };
  }
}

interface CardFacts {
  readonly key: string;
  readonly title: string;
  readonly description: string | null;
  readonly image: { readonly width: number; readonly height: number } | null;
}

const PAGE = {
  accept: "text/html, application/xhtml+xml",
  limitBytes: MAX_PAGE_BYTES,
  takesBeginning: true,
  timeoutMs: TIMEOUT_MS,
  redirects: 3,
  check(headers: { readonly "content-type"?: string | undefined }) {
    if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(headers["content-type"] ?? ""))
      throw new RemoteError("failed", "What is there is not a web page");
  },
} as const;

const IMAGE = { accept: "image/*", limitBytes: MAX_IMAGE_BYTES, redirects: 3 } as const;
