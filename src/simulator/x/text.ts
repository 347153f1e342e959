// What X makes of a post's text: every link becomes a t.co one, media adds another, and lengths are weighted.
import type * as TwitterText from "twitter-text";
import type { Json } from "../network.ts";

export interface Shown {
  readonly text: string;
  /** As in `entities.urls`. */
  readonly urls: readonly { readonly [key: string]: Json }[];
}

/** @param media address of the post's media, which stands at the end of its text; null without any */
export function shownAs(text: string, media: string | null, newLink: () => string): Shown {
  let shown = "";
  let at = 0;
  const urls: { [key: string]: Json }[] = [];
  for (const { url, indices } of twitterText().extractUrlsWithIndices(text)) {
    const expanded = /^https?:/i.test(url) ? url : `http://${url}`;
    shown += escaped(text.slice(at, indices[0])) + link(expanded);
    at = indices[1];
  }
  shown += escaped(text.slice(at));
  if (media !== null) shown += (shown && " ") + link(media);
  return { text: shown, urls };

  function link(expanded: string): string {
    const url = newLink();
    urls.push({ url, expanded_url: expanded, display_url: expanded.replace(/^https?:\/\//, "") });
    return url;
  }
}

/** networks/x.md 4: by X's own library. */
export function weightedLength(text: string): number {
  return twitterText().parseTweet(text).weightedLength;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Loaded for the first post: it takes a tenth of a second. */
function twitterText() {
  return require("twitter-text") as typeof TwitterText;
}
