// Simulates Telegram as networks/telegram.facts.md describes it: bots, channels, and the channels' public pages.
import {
  behaviourOf,
  type OpenNetwork,
  type Published,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";
import { parametersOf, type Parameters } from "../parameters.ts";
import { fullChatFields, messageFields, openChats, type Chat, type Message } from "./chats.ts";
import { openFiles } from "./files.ts";
import { channelPage } from "./page.ts";
import { succeed, fail, openSending, type Post } from "./send.ts";

export const simulatedTelegram: SimulatedNetwork = { id: "telegram", name: "Telegram", sample: {}, open };

const CALL = /^\/bot(\d+):simulated-([\w.-]+)-token\/(\w+)$/;
/** Of an administrator who may only write. */
const RIGHTS = Object.fromEntries(
  [
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
  ].map((name) => [name, false]),
);
const SENDS = /^send(Message|Photo|Video|Animation|MediaGroup)$/;

/**
 * A handle is a bot and the channel it posts in. Words after the first of the handle: `private` for a channel without
 * a public page, `bare` for a bot without a private chat for checks, `closed` for one whose messages can't be
 * forwarded, `guest` for a bot that is not an administrator.
 */
function open(stage: Stage): OpenNetwork {
  const chats = openChats(stage.clock);
  const files = openFiles(stage.keep);
  const published: Published[] = [];
  const send = openSending(chats, files, publish);
  let digest = { body: new Uint8Array(), key: "" };

  return {
    published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base()),
    connection(handle) {
      const channel = channelOf(handle);
      return {
        remoteId: String(channel.id),
        handle,
        displayName: channel.title,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}/${handle}`,
        credentials: {
          token: `${botOf(handle)}:simulated-${handle}-token`,
          chatId: String(channel.id),
          botId: String(botOf(handle)),
          store: words(handle).includes("bare") ? "" : String(storeOf(handle).id),
        },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf: ({ path }) => CALL.exec(path)?.[2] ?? null,
    publishes,
    answer,
    refusal: () => fail(400, "Bad Request: can't parse entities: refused by the simulator"),
    limited: () => fail(429, "Too Many Requests: retry after 2", { retry_after: 2 }),
    media: (id) => files.find(id),
  };

  // ---- who is who

  function channelOf(handle: string): Chat {
    const named = handle.replace(/\W/g, "_");
    return chats.add({
      id: -1_001_000_000_000 - Bun.hash.crc32(handle),
      type: "channel",
      title: `Simulated ${handle}`,
      username: words(handle).includes("private") ? "" : named,
      closed: words(handle).includes("closed"),
    });
  }

  function storeOf(handle: string): Chat {
    const id = 1_000_000_000 + Bun.hash.crc32(handle);
    return chats.add({ id, type: "private", title: "Owner", username: "", closed: false });
  }

  // ---- requests

  /** The chat decides: what is brought to a private one is not public. */
  function publishes(request: Request): string | null {
    const [, , handle, method = ""] = CALL.exec(request.path) ?? [];
    if (handle === undefined || request.method !== "POST" || !SENDS.test(method)) return null;
    if (chats.find(request.query.get("chat_id") ?? "")?.type !== "channel") return null;
    if (digest.body !== request.body) digest = { body: request.body, key: keyOf(request) };
    return digest.key;
  }

  /** Of the same message however often it is sent: its form is written anew each time. */
  function keyOf({ body, headers }: Request): string {
    const boundary = /boundary=(\S+)/.exec(headers["content-type"] ?? "")?.[1];
    const text = Buffer.from(body).toString("latin1");
    return String(Bun.hash.crc32(boundary === undefined ? text : text.replaceAll(boundary, "")));
  }

  async function answer(request: Request): Promise<Reply> {
    const page = /^\/s\/(\w+)$/.exec(request.path)?.[1];
    if (page !== undefined) return publicPage(page, request.query);
    const [, , handle, method = ""] = CALL.exec(request.path) ?? [];
    if (handle === undefined) return fail(404, "Not Found");
    if (behaviourOf(handle) === "expired") return fail(401, "Unauthorized");
    [channelOf(handle), storeOf(handle)].forEach(chats.add);
    const parameters = await parametersOf(request);
    if (method === "getMe") return succeed(userFields(botOf(handle), handle));
    const chat = chats.find(parameters.text("chat_id"));
    if (!chat) return fail(400, "Bad Request: chat not found");
    const sent = may(handle, chat)
      ? await send(method, { bot: handle, chat, with: parameters })
      : SENDS.test(method)
        ? fail(400, "Bad Request: need administrator rights in the channel chat")
        : null;
    return sent ?? looked(method, chat, parameters, handle);
  }

  function looked(method: string, chat: Chat, parameters: Parameters, handle: string): Reply {
    switch (method) {
      case "getChat":
        return succeed(fullChatFields(chat));
      case "getChatMember":
        return succeed(memberOf(chat, parameters, handle));
      case "forwardMessage":
        return forwardMessage(chat, parameters);
      case "deleteMessage":
        return chats.remove(chat, Number(parameters.text("message_id")))
          ? succeed(true)
          : fail(400, "Bad Request: message to delete not found");
      default:
        return fail(404, "Not Found: method not found");
    }
  }

  function memberOf(chat: Chat, parameters: Parameters, handle: string) {
    const id = Number(parameters.text("user_id"));
    const user = userFields(id, handle);
    if (id !== botOf(handle) || !may(handle, chat)) return { status: "left", user };
    return { status: "administrator", user, ...RIGHTS, can_post_messages: true };
  }

  function forwardMessage(to: Chat, parameters: Parameters): Reply {
    const from = chats.find(parameters.text("from_chat_id"));
    const message = from && chats.message(from, Number(parameters.text("message_id")));
    if (!message) return fail(400, "Bad Request: message to forward not found");
    if (message.closed || message.chat.closed)
      return fail(400, "Bad Request: message has protected content and can't be forwarded");
    return succeed(messageFields(chats.forward(message, to)));
  }

  function publicPage(name: string, query: URLSearchParams): Reply {
    const chat = chats.find(`@${name}`);
    if (!chat) return { status: 302, json: undefined, headers: { location: `https://t.me/${name}` } };
    const messages = chats.listed(chat, Number(query.get("before") ?? Infinity));
    return { status: 200, json: undefined, html: channelPage(chat, messages) };
  }

  // ---- what is public

  function publish({ bot, chat }: Post, messages: readonly Message[]): void {
    const [first] = messages;
    if (chat.type !== "channel" || !first) return;
    const place = chat.username || `c/${String(chat.id).replace(/^-100/, "")}`;
    published.push({
      network: "telegram",
      account: bot,
      id: `/${place}/${first.number}`,
      key: null,
      text: first.text,
      media: messages.flatMap(({ file }) => (file ? [{ id: file.id, mime: file.file.mime, alt: "" }] : [])),
      url: `${stage.pageUrl()}/${place}/${first.number}`,
      at: first.at,
      accepted: 1,
    });
  }

  function may(handle: string, chat: Chat): boolean {
    if (chat.id === storeOf(handle).id) return true;
    return chat.id === channelOf(handle).id && !words(handle).includes("guest");
  }
}

const words = (handle: string) => handle.toLowerCase().split("-").slice(1);

function userFields(id: number, handle: string) {
  return {
    id,
    is_bot: true,
    first_name: `Simulated ${handle}`,
    username: `${handle.replace(/\W/g, "_")}_bot`,
  };
}

/** The same for the same handle. */
function botOf(handle: string): number {
  return 7_000_000_000 + Bun.hash.crc32(handle);
}
