// Renders the public page of a channel, t.me/s/<name>, in Telegram's markup.
import type { Chat, Message } from "./chats.ts";

const SHOWN = 20;

/** @param messages newest first; the page shows the last of them, oldest first, an album as one. */
export function channelPage(chat: Chat, messages: readonly Message[]): string {
  const wraps = messages
    .filter(({ album }, n) => album === null || messages[n + 1]?.album !== album)
    .slice(0, SHOWN)
    .toReversed()
    .map((first) => wrap(first, messages.filter((each) => isWith(each, first)).toReversed()));
  return `<!DOCTYPE html><html><head><title>${Bun.escapeHTML(chat.title)} – Telegram</title></head><body>
<main class="tgme_main"><section class="tgme_channel_history js-message_history">
${wraps.join("\n")}
</section></main></body></html>`;
}

function isWith(message: Message, first: Message): boolean {
  return message === first || (first.album !== null && message.album === first.album);
}

function wrap({ chat, number, at, text }: Message, group: readonly Message[]): string {
  const place = `${chat.username}/${number}`;
  const media = group.map(({ file }) => (file ? mediaHtml(file.kind) : "")).join("");
  const words = `<div class="tgme_widget_message_text js-message_text" dir="auto">${textHtml(text)}</div>`;
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${place}" data-view="x">
${media}${text === "" ? "" : words}
<div class="tgme_widget_message_footer compact js-message_footer"><a class="tgme_widget_message_date" href="https://t.me/${place}"><time datetime="${new Date(at).toISOString().slice(0, 19)}+00:00" class="time">12:00</time></a></div>
</div></div>`;
}

function mediaHtml(kind: "photo" | "video" | "animation"): string {
  if (kind === "photo") return '<a class="tgme_widget_message_photo_wrap" href="#"></a>';
  return '<a class="tgme_widget_message_video_player" href="#"><time class="message_video_duration">0:05</time></a>';
}

const PARTS = /(https?:\/\/[^\s<]+)|(\p{Emoji_Presentation}+)|(\n)/gu;

function textHtml(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(PARTS)) {
    const [all, url, emoji] = match;
    html += Bun.escapeHTML(text.slice(at, match.index));
    at = match.index + all.length;
    if (url !== undefined)
      html += `<a href="${Bun.escapeHTML(url)}" rel="noopener">${Bun.escapeHTML(url)}</a>`;
    else html += emoji === undefined ? "<br/>" : `<i class="emoji"><b>${emoji}</b></i>`;
  }
  return html + Bun.escapeHTML(text.slice(at));
}
