// The card of a link in a post, for networks that do not look at web pages themselves.
import type { DraftMedia } from "./media.ts";

export interface LinkCard {
  /** As it stands in the post. */
  readonly url: string;
  readonly title: string;
  /** "" when the page has none. */
  readonly description: string;
  /** A JPEG of at most 1200 px and 1,000,000 bytes. */
  readonly image: DraftMedia | null;
}

/** A link card as people see it beforehand. */
export interface ShownCard {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** From this server. */
  readonly imageUrl: string | null;
}

/** The card of a link that was fetched within the last day; never fetches, and never throws. */
export type FindCachedCard = (url: string) => Promise<ShownCard | null>;

/** The card of a link, on behalf of a profile; null when there is none within a few seconds. Never throws. */
export type FindLinkCard = (url: string, profileId: string) => Promise<LinkCard | null>;
