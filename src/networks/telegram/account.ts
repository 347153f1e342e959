// Connects a channel with a bot's token, and reads its rights and properties (networks/telegram.facts.md 3).
import { numberOf, objectOf, textOf } from "../client/json.ts";
import type {
  StepFailedError,
  Connect,
  ConnectIo,
  Connection,
  LiveOptions,
  Credentials,
  Io,
  Json,
} from "../network.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import { ask, MAKE_ADMIN, NETWORK, step } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

export const connect: Connect = {
  walkthrough,
  fields: [
    {
      name: "token",
      label: "Bot token",
      help: "Write /newbot to @BotFather in Telegram; it answers with a token like 123456789:AA…",
      secret: true,
      default: null,
    },
    {
      name: "chat",
      label: "Channel",
      help: `For example @news, or the number of a private channel (-100…). ${MAKE_ADMIN}`,
      secret: false,
      default: null,
    },
    {
      name: "store",
      label: "Private chat for checks",
      help:
        "The number of a private chat, group or channel where the bot may write. Crier sends files there before " +
        "it publishes them, and forwards messages there to find a post after a lost response. It deletes both at once.",
      secret: false,
      default: null,
      optional: true,
    },
  ],
  login,
  oauth: null,
  /** Tokens do not expire. */
  refresh: null,
  /** Only the bot's owner can, at @BotFather. */
  revoke: null,
};

const TOKEN = /^\d{1,20}:[\w-]{10,200}$/;

async function login(fields: Credentials, io: ConnectIo): Promise<readonly [Connection]> {
  const token = (fields["token"] ?? "").trim();
  if (!TOKEN.test(token))
    throw stop("This is not a bot token. @BotFather shows it; it looks like 123456789:AA…");
  const chatId = chatFrom(fields["chat"] ?? "");
  const bot = objectOf(await step(io, { token }, "getMe", {}));
  const botId = numberOf(bot["id"]);
  if (botId === undefined) throw unreadable(NETWORK, "the bot");
  const channel = await channelOf({ token, chatId }, io);
  await checkRights({ token, chatId: channel.id, botId: String(botId) }, io);
  const store = await storeFrom((fields["store"] ?? "").trim(), channel, { token }, io);
  const { id, username, title } = channel;
  const connection = {
    remoteId: id,
    server: null,
    handle: username || id,
    displayName: title,
    // The address of its picture would contain the token.
    avatarUrl: null,
    profileUrl: username ? `${io.endpoint("web")}/${username}` : null,
    credentials: { token, chatId: id, botId: String(botId), store },
    expiresAt: null,
    rules: {},
  };
  return [connection];
}

const NAME = /^(?:@|(?:https?:\/\/)?t\.me\/)?([a-z]\w{3,31})\/?$/i;

/** Accepts a number, or a name in any of its forms. @throws StepFailedError */
function chatFrom(typed: string): string {
  const text = typed.trim();
  if (/^-?\d{1,20}$/.test(text)) return text;
  const name = NAME.exec(text)?.[1];
  if (name === undefined) throw stop("This is not a channel. Examples: @news, -1001234567890.");
  return `@${name}`;
}

/** The number of the private chat for checks; "" without one. @throws StepFailedError when it is not private */
async function storeFrom(
  typed: string,
  channel: Channel,
  credentials: Credentials,
  io: ConnectIo,
): Promise<string> {
  if (typed === "") return "";
  if (!/^-?\d{1,20}$/.test(typed))
    throw stop("Enter the number of the private chat for checks, such as -1001234567890.");
  const chat = objectOf(await step(io, credentials, "getChat", { chat_id: typed }));
  const id = numberOf(chat["id"]);
  if (id === undefined) throw unreadable(NETWORK, "the private chat");
  const isPublic = chat["type"] !== "private" && textOf(chat["username"]) !== undefined;
  if (isPublic || String(id) === channel.id)
    throw stop(
      "The chat for checks must be private and not the channel itself, because unpublished files are visible there.",
    );
  return String(id);
}

// ---- the channel

export interface Channel {
  readonly id: string;
  readonly title: string;
  /** Empty for a private channel. */
  readonly username: string;
  /** Whether its messages can't be forwarded. */
  readonly closed: boolean;
}

/** Reads the channel. @throws StepFailedError when the bot can't see it, or when it is not a channel */
export async function channelOf({ token = "", chatId = "" }: Credentials, io: ConnectIo): Promise<Channel> {
  const chat = objectOf(await step(io, { token }, "getChat", { chat_id: chatId }));
  const channel = channelFrom(chat);
  if (channel) return channel;
  if (textOf(chat["type"]) !== undefined)
    throw stop("This is not a channel. Crier publishes to channels, not to groups or people.");
  throw unreadable(NETWORK, "the channel");
}

/** As `channelOf`, but undefined when the channel can't be read. */
export async function peekChannel(io: Io): Promise<Channel | undefined> {
  const { chatId = "" } = io.credentials;
  const answer = await ask(io, io.credentials, "getChat", { chat_id: chatId });
  const channel = answer && "result" in answer ? channelFrom(answer.result) : undefined;
  return channel?.id === chatId ? channel : undefined;
}

function channelFrom(value: Json): Channel | undefined {
  const chat = objectOf(value);
  const id = numberOf(chat["id"]);
  if (id === undefined || chat["type"] !== "channel") return undefined;
  const username = textOf(chat["username"]) ?? "";
  return {
    id: String(id),
    title: textOf(chat["title"]) ?? String(id),
    username: /^\w{1,64}$/.test(username) ? username : "",
    closed: chat["has_protected_content"] === true,
  };
}

async function checkRights({ token = "", chatId = "", botId = "" }: Credentials, io: ConnectIo) {
  const query = { chat_id: chatId, user_id: botId };
  const member = objectOf(await step(io, { token }, "getChatMember", query));
  const may = member["status"] === "administrator" && member["can_post_messages"] === true;
  if (!may) throw stop(`The bot is not allowed to post in this channel. ${MAKE_ADMIN}`);
}

function stop(detail: string): StepFailedError {
  return refusedStep("auth", detail);
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const { title, username, closed } = await channelOf(io.credentials, io);
  await checkRights(io.credentials, io);
  return { values: { title, username, has_protected_content: closed }, rules: {} };
}
