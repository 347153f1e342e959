// Simulates Telegram's channels: message numbers that grow by one, and copies by forwarding.
import type { Clock } from "../../clock.ts";
import type { Json } from "../network.ts";
import { viewOf, type Kept } from "./files.ts";

export interface Message {
  readonly number: number;
  readonly chat: Chat;
  /** ms since 1970. */
  readonly at: number;
  readonly text: string;
  readonly file: Kept | null;
  readonly album: string | null;
  /** Of a copy: the message of the channel it was made of. */
  readonly origin: Message | null;
  readonly closed: boolean;
}

export interface Chat {
  readonly id: number;
  readonly type: "channel" | "private";
  readonly title: string;
  /** Empty for a private one. */
  readonly username: string;
  /** Nothing in it can be forwarded. */
  readonly closed: boolean;
}

export type Content = Pick<Message, "text" | "file" | "album" | "closed">;

/** The number of the first message: others were there before. */
const FIRST = 1001;

export function openChats(clock: Clock) {
  const chats = new Map<number, { chat: Chat; messages: Map<number, Message>; last: number }>();
  return { add, find, send, forward, remove, message, listed };

  function add(chat: Chat): Chat {
    const known = chats.get(chat.id);
    if (!known) chats.set(chat.id, { chat, messages: new Map(), last: FIRST - 1 });
    return known?.chat ?? chat;
  }

  /** By its number, or by `@name`. */
  function find(id: string): Chat | undefined {
    const named = [...chats.values()].find(({ chat }) => chat.username !== "" && `@${chat.username}` === id);
    return named?.chat ?? chats.get(Number(id))?.chat;
  }

  function send(chat: Chat, content: Content, origin: Message | null = null): Message {
    const place = chats.get(chat.id);
    if (!place) throw new Error(`no chat ${chat.id}`);
    const message = { number: ++place.last, chat, at: clock.now(), origin, ...content };
    place.messages.set(message.number, message);
    return message;
  }

  function forward(original: Message, to: Chat): Message {
    const { text, file } = original;
    return send(to, { text, file, album: null, closed: false }, original);
  }

  function message(chat: Chat, number: number): Message | undefined {
    return chats.get(chat.id)?.messages.get(number);
  }

  function remove(chat: Chat, number: number): boolean {
    return chats.get(chat.id)?.messages.delete(number) ?? false;
  }

  /** Newest first, below a number. */
  function listed(chat: Chat, below: number): Message[] {
    const all = [...(chats.get(chat.id)?.messages.values() ?? [])];
    return all.filter(({ number }) => number < below).toReversed();
  }
}

// ---- as the API shows them

type Fields = { readonly [key: string]: Json };

function chatFields({ id, type, title, username }: Chat): Fields {
  if (type === "private") return { id, type, first_name: title };
  return { id, type, title, ...(username !== "" && { username }) };
}

/** As the chat itself is asked for. */
export function fullChatFields(chat: Chat): Fields {
  const gifts = [
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
  ];
  return {
    ...chatFields(chat),
    ...(chat.closed && { has_protected_content: true }),
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: Object.fromEntries(gifts.map((name) => [name, false])),
  };
}

/** A channel's post is sent by the channel itself. */
export function messageFields(message: Message): Fields {
  const { number, chat, at, text, file, album, origin } = message;
  const words = text === "" ? {} : { [file ? "caption" : "text"]: text };
  return {
    message_id: number,
    ...(chat.type === "channel" && { sender_chat: chatFields(chat) }),
    chat: chatFields(chat),
    date: Math.floor(at / 1000),
    ...(origin && { forward_origin: originFields(origin) }),
    ...(album !== null && { media_group_id: album }),
    ...(file && viewOf(file)),
    ...words,
  };
}

function originFields({ chat, number, at }: Message): Fields {
  return { type: "channel", chat: chatFields(chat), message_id: number, date: Math.floor(at / 1000) };
}
