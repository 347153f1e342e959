// The public page of a channel, t.me/s/<name>: undocumented HTML of a stranger, read for what it may show (networks/telegram.facts.md 2).
import type { Io } from "../network.ts";
import { visibleText } from "./rules.ts";

/** A message as the page shows it. */
export interface ListedMessage {
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  readonly text: string;
  readonly hasMedia: boolean;
}

const PAGES = 5;

/** The messages since `since`, newest first; undefined when the page can't be read or shows none. */
export async function listMessages(
  username: string,
  since: number,
  io: Io,
): Promise<ListedMessage[] | undefined> {
  const all: ListedMessage[] = [];
  let before = "";
  for (let page = 0; page < PAGES; page++) {
    const url = `${io.endpoint("page")}/s/${username}${before}`;
    const answer = await io.call({ method: "GET", url, headers: { accept: "text/html" }, timeoutMs: 20_000 });
    if (answer.kind !== "answered" || answer.status !== 200) return undefined;
    const shown = messagesIn(answer.text, username).toSorted((a, b) => Number(b.id) - Number(a.id));
    const last = shown.at(-1);
    if (!last) break;
    all.push(...shown);
    if (last.at < since) break;
    before = `?before=${last.id}`;
  }
  return all.length > 0 ? all : undefined;
}

const TEXT = /class="tgme_widget_message_text js-message_text[^<>]*>/;
const MEDIA = /class="tgme_widget_message_(?:photo_wrap|video_player|video_wrap)/;

/** Splits the page at each message's number; the markup up to the next number belongs to that message. */
export function messagesIn(html: string, username: string): ListedMessage[] {
  const [, ...chunks] = html.split(' data-post="');
  return chunks.flatMap((chunk) => {
    const [, name, id] = /^(\w{1,64})\/(\d{1,15})"/.exec(chunk) ?? [];
    const at = Date.parse(/<time datetime="([^"]{1,40})"/.exec(chunk)?.[1] ?? "");
    if (id === undefined || name?.toLowerCase() !== username.toLowerCase() || Number.isNaN(at)) return [];
    const text = visibleText(textIn(chunk), true);
    return [{ id, at, text, hasMedia: MEDIA.test(chunk) }];
  });
}

/** The text inside the element of a message's text. */
function textIn(chunk: string): string {
  const tag = TEXT.exec(chunk);
  const start = tag ? tag.index + tag[0].length : chunk.length;
  const end = chunk.indexOf("</div>", start);
  return end < 0 ? "" : chunk.slice(start, end);
}
