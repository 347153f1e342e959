// The body of the request that publishes a LinkedIn post (networks/linkedin.facts.md 1).
import type { Options } from "./options.ts";
import type { JsonObject } from "../client/json.ts";
import type { LinkCard } from "../../domain/link-card.ts";
import type { Draft, DraftMedia } from "../network.ts";
import { littleText } from "./little-text.ts";

/** Stored before the commit. */
export type Prepared = {
  readonly author: string;
  /** Whether an earlier attempt may have published it. */
  readonly again: boolean;
  /** The URNs of the files. */
  readonly files: readonly string[];
  readonly body: JsonObject;
};

/** @param files the URNs of the draft's media, in order */
export function preparedOf(
  { text, media, options, attempt, linkCard }: Draft<Options>,
  author: string,
  files: readonly string[],
): Prepared {
  const content = linkCard ? cardOf(linkCard, files[0]) : contentOf(media, files, options);
  const body = {
    author,
    commentary: littleText(text),
    visibility: options.visibility ?? "PUBLIC",
    distribution: {
      feedDistribution: options.feed ?? "MAIN_FEED",
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(content && { content }),
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: options.reshare_disabled ?? false,
  };
  return { author, again: attempt > 1, files, body };
}

/** Titles and descriptions of pages are cut when they are read, well below the limits (networks/linkedin.facts.md 4). */
function cardOf({ url, title, description }: LinkCard, thumbnail: string | undefined): JsonObject {
  return {
    article: {
      source: url,
      title,
      ...(description !== "" && { description }),
      ...(thumbnail !== undefined && { thumbnail }),
    },
  };
}

function contentOf(
  media: readonly DraftMedia[],
  files: readonly string[],
  { article_url, article_title, article_description, video_title }: Options,
): JsonObject | null {
  const [first] = files;
  if (article_url !== undefined) {
    const article = {
      source: article_url,
      title: article_title ?? "",
      ...(article_description !== undefined && { description: article_description }),
      ...(first !== undefined && { thumbnail: first }),
    };
    return { article };
  }
  if (first === undefined) return null;
  const described = files.map((id, n) => {
    const altText = media[n]?.altText;
    return { id, ...(altText && { altText }) };
  });
  if (files.length > 1) return { multiImage: { images: described } };
  const title = media[0]?.kind === "video" ? video_title : undefined;
  return { media: { ...described[0], ...(title !== undefined && { title }) } };
}
