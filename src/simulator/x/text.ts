// Converts a text as X does: links become t.co links, media adds one, and lengths are weighted.
import { weightedLinks } from "../../networks/client/weighted-links.ts";
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
  for (const { start, end } of weightedLinks(text)) {
    const url = text.slice(start, end);
    const expanded = /^https?:/i.test(url) ? url : `http://${url}`;
    shown += escaped(text.slice(at, start)) + link(expanded);
    at = end;
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

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
