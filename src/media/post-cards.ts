// Link cards for posts: a page that can't be fetched in time costs the card, never the post.
import { pause, type Clock } from "../clock.ts";
import type { FindCachedCard, FindLinkCard, LinkCard, ShownCard } from "../domain/link-card.ts";
import type { DraftMedia } from "../domain/media.ts";
import type { MediaLinks } from "./links.ts";
import type { LinkCards, PageCard } from "./remote/link-cards.ts";

/** A post waits no longer for it, whatever the page does; what arrives later is there for the next post. */
const MOST_MS = 6000;

export function openPostCards(
  cards: Pick<LinkCards, "of">,
  clock: Clock,
  stopping: AbortSignal,
): FindLinkCard {
  return async (url, profileId) => {
    const over = new AbortController();
    const late = pause(clock, MOST_MS, AbortSignal.any([stopping, over.signal])).then(() => null);
    const found = lookUp(url, profileId);
    try {
      return await Promise.race([found, late]);
    } finally {
      over.abort();
    }
  };

  async function lookUp(url: string, profileId: string): Promise<LinkCard | null> {
    try {
      return cardOf(await cards.of(url, profileId));
    } catch {
      return null;
    }
  }
}

/** Of cards that are there already, what people see. */
export function openCachedCards(
  cards: Pick<LinkCards, "cached">,
  links: Pick<MediaLinks, "card">,
): FindCachedCard {
  return async (url) => {
    const card = await cards.cached(url).catch(() => null);
    return card && shownCard(card, links);
  };
}

export function shownCard(
  { url, title, description, image, key }: PageCard,
  links: Pick<MediaLinks, "card">,
): ShownCard {
  return { url, title, description, imageUrl: image && links.card(key) };
}

function cardOf({ url, title, description, image, key }: PageCard): LinkCard {
  return { url, title, description: description ?? "", image: image && fileOf(image, key) };
}

/** As connectors upload files. No network fetches it: it is in no library. */
function fileOf({ bytes, width, height }: NonNullable<PageCard["image"]>, key: string): DraftMedia {
  return {
    id: `card-${key.slice(0, 32)}`,
    kind: "image",
    mime: "image/jpeg",
    filename: "card.jpg",
    size: bytes.byteLength,
    width,
    height,
    durationMs: null,
    altText: null,
    posterMs: null,
    bytes: async (start, end) => bytes.subarray(start, end),
    publicUrl() {
      throw new Error("the picture of a link card has no public address");
    },
  };
}
