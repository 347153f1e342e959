// Simulates the methods that send a message: required parameters, refusals and results.
import { isObject, textIn, type Json, type Reply } from "../network.ts";
import { messageFields, type Chat, type Content, type Message, type openChats } from "./chats.ts";
import type { Files, Kept, Kind } from "./files.ts";
import type { Parameters } from "../parameters.ts";
import { tooLong, wordsOf } from "./words.ts";

export function succeed(result: Json): Reply {
  return { status: 200, json: { ok: true, result } };
}

export function fail(code: number, description: string, parameters?: Json): Reply {
  return {
    status: code,
    json: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
  };
}

const bad = (words: string) => fail(400, `Bad Request: ${words}`);

const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const KINDS: Readonly<Record<string, Kind>> = {
  sendPhoto: "photo",
  sendVideo: "video",
  sendAnimation: "animation",
};

export interface Post {
  readonly bot: string;
  readonly chat: Chat;
  readonly with: Parameters;
}

/** @param live called with the messages of a post, in order, when they are there */
export function openSending(
  chats: ReturnType<typeof openChats>,
  files: Files,
  live: (post: Post, messages: readonly Message[]) => void,
) {
  let albums = 0;
  /** The answer to a method that sends; null when it is none. */
  return async (method: string, post: Post): Promise<Reply | null> => {
    const kind = KINDS[method];
    if (method !== "sendMessage" && method !== "sendMediaGroup" && !kind) return null;
    const wrong = wrongReply(post) ?? wrongButtons(post.with.json("reply_markup"));
    if (wrong !== null) return bad(wrong);
    if (method === "sendMessage") return sendText(post);
    return kind ? await sendFile(kind, post) : await sendAlbum(post);
  };

  function sendText(post: Post): Reply {
    const words = wordsOf(post.with.text("text"), post.with.text("parse_mode"));
    if ("wrong" in words) return bad(words.wrong);
    if (words.text === "") return bad("message text is empty");
    if (tooLong(words.text, TEXT_MAX)) return bad("message is too long");
    return sent(post, [{ ...contentOf(post), text: words.text }]);
  }

  async function sendFile(kind: Kind, post: Post): Promise<Reply> {
    const caption = captionOf(post.with.text("caption"), post.with.text("parse_mode"));
    if ("wrong" in caption) return bad(caption.wrong);
    const file = await fileOf(kind, post, post.with.text(kind), kind);
    if (typeof file === "string") return bad(file);
    return sent(post, [{ ...contentOf(post), text: caption.text, file }]);
  }

  async function sendAlbum(post: Post): Promise<Reply> {
    const items = post.with.json("media");
    if (!Array.isArray(items)) return bad("can't parse media JSON object");
    if (items.length < 2 || items.length > 10) return bad("there must be between 2 and 10 messages to send");
    const album = `album-${++albums}`;
    const contents: Content[] = [];
    for (const [n, item] of items.entries()) {
      const one = await itemOf(isObject(item) ? item : {}, post);
      if ("wrong" in one) return bad(one.early ? one.wrong : messageFailed(n, one.wrong));
      contents.push({ ...contentOf(post), ...one, album });
    }
    return sent(post, contents);
  }

  async function itemOf(
    item: { readonly [key: string]: Json },
    post: Post,
  ): Promise<Pick<Content, "text" | "file"> | { wrong: string; early: boolean }> {
    const type = textIn(item["type"]);
    if (type !== "photo" && type !== "video")
      return { wrong: `type "${type}" can't be used in sendMediaGroup`, early: true };
    const caption = captionOf(textIn(item["caption"]), textIn(item["parse_mode"]));
    if ("wrong" in caption) return { ...caption, early: true };
    const named = textIn(item["media"]);
    const file = await fileOf(type, post, named, named.replace(/^attach:\/\//, ""));
    return typeof file === "string" ? { wrong: file, early: false } : { text: caption.text, file };
  }

  /** What was uploaded under this name, or what the bot knows by this id. */
  async function fileOf(
    kind: Kind,
    { bot, with: given }: Post,
    id: string,
    name: string,
  ): Promise<Kept | string> {
    const uploaded = given.file(name);
    if (uploaded) return await files.take(bot, kind, uploaded);
    const stored = files.known(bot, id);
    if (!stored) return "wrong file identifier/HTTP URL specified";
    return stored.kind === kind ? stored : `can't use file of type ${stored.kind} as ${kind}`;
  }

  function sent(post: Post, contents: readonly Content[]): Reply {
    const messages = contents.map((content) => chats.send(post.chat, content));
    live(post, messages);
    const [first] = messages.map(messageFields);
    return succeed(contents.length > 1 ? messages.map(messageFields) : (first ?? null));
  }

  function wrongReply({ chat, with: given }: Post): string | null {
    const reply = given.json("reply_parameters");
    if (!isObject(reply)) return null;
    const there = chats.message(chat, Number(reply["message_id"]));
    return there ? null : "message to be replied not found";
  }
}

function messageFailed(n: number, wrong: string): string {
  return `Failed to send message #${n + 1} with the error message "${wrong}"`;
}

function captionOf(written: string, mode: string) {
  const words = wordsOf(written, mode);
  if ("text" in words && tooLong(words.text, CAPTION_MAX)) return { wrong: "message caption is too long" };
  return words;
}

function contentOf({ with: given }: Post): Content {
  return { text: "", file: null, album: null, closed: given.text("protect_content") === "true" };
}

function wrongButtons(markup: Json): string | null {
  if (!isObject(markup)) return null;
  const rows = Array.isArray(markup["inline_keyboard"]) ? markup["inline_keyboard"].flat() : [];
  for (const button of rows) {
    const { text, url } = isObject(button) ? button : { text: "", url: "" };
    if (textIn(text) === "") return "can't parse inline keyboard button: Text buttons are unallowed";
    if (!URL.canParse(textIn(url))) return `inline keyboard button URL '${textIn(url)}' is invalid`;
  }
  return rows.length > 0 ? null : "object expected as reply markup";
}
