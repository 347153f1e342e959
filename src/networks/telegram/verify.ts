// Looks for a message after a lost response: by forwarding messages, or on the public page (networks/telegram.facts.md 2).
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, SentAttempt } from "../network.ts";
import { peekChannel, type Channel } from "./account.ts";
import { ask } from "./api.ts";
import { normalize } from "../client/normalize.ts";
import type { Prepared } from "./post.ts";
import { listMessages, type ListedMessage } from "./page.ts";
import { fileIn, deleteFromStore } from "./upload.ts";
import { inconclusive, found } from "../client/outcome.ts";

/** How far around known message numbers Crier looks, and how many messages it tries at most. */
const AROUND = 10;
const MAX_TRIES = 20;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const channel = await peekChannel(io);
  if (!channel || channel.id !== prepared.chatId)
    return inconclusive("Crier could not read the channel at Telegram.");
  const since = attempt.sentAt - CLOCK_SKEW_MS;
  const listed = channel.username === "" ? undefined : await listMessages(channel.username, since, io);
  const free = listed?.filter(({ id, at }) => at >= since && !attempt.otherRemoteIds.includes(id));
  const closed = prepared.closed || channel.closed;
  if (io.credentials["store"] && !closed) {
    const numbers = free?.map(({ id }) => Number(id)) ?? numbersAround(attempt.otherRemoteIds);
    const finding = await byForwarding(numbers, { prepared, since, channel, io });
    if (finding) return finding;
  }
  if (free) return byPage(free, { prepared, since, channel, io });
  return inconclusive(
    closed
      ? "The channel's messages can be neither forwarded nor seen in public, so Crier can't check. A person must check."
      : "The channel is not public and Crier has no private chat for checks. A person must check.",
  );
}

interface Search {
  readonly prepared: Prepared;
  readonly since: number;
  readonly channel: Channel;
  readonly io: Io;
}

/** Message numbers only grow, so the message is near others of its time. Higher unknown numbers come first. */
function numbersAround(usedIds: readonly string[]): number[] {
  const known = usedIds.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
  if (known.length === 0) return [];
  const [least, limit] = [Math.min(...known), Math.max(...known)];
  const above = Array.from({ length: Math.min(limit - least, MAX_TRIES) + AROUND }, (_, n) => least + 1 + n);
  const below = Array.from({ length: AROUND }, (_, n) => least - 1 - n);
  return [...above, ...below].filter((number) => number > 0 && !known.includes(number));
}

// ---- by forwarding

/** Null when forwarding is not possible. */
async function byForwarding(numbers: readonly number[], search: Search): Promise<Finding | null> {
  const { prepared, channel } = search;
  if (numbers.length === 0)
    return inconclusive(
      "Crier knows no message of the channel near which this one could be. A person must check.",
    );
  const same: number[] = [];
  const tried = numbers.slice(0, MAX_TRIES);
  for (const number of tried) {
    const message = await forwardMessage(number, search);
    if (message === "unclear") return null;
    if (message === "none" || !isInTime(message, search)) continue;
    const own = prepared.files[0]?.uniqueId ?? null;
    if (own !== null && textOf(fileIn(message)?.file["file_unique_id"]) === own)
      return foundMessage(number, "It shows the file that Crier uploaded to Telegram for this post.", search);
    if (own === null && matches(message, prepared)) same.push(number);
  }
  const [only] = same;
  if (only !== undefined && same.length === 1)
    return foundMessage(
      only,
      `Message ${only} of ${channel.title} has this text and is from that time.`,
      search,
    );
  return inconclusive(
    same.length > 1
      ? `${same.length} messages of the channel have this text. A person must check.`
      : `None of the ${tried.length} messages around that time is this one. That does not prove that the message is missing.`,
  );
}

/** Errors for a number without a message or with a service message, not for a channel that forbids forwarding. */
const NO_MESSAGE = /message to forward not found|MESSAGE_ID_INVALID|the message can't be forwarded/i;

/** Reads a message of the channel by forwarding it; the copy is deleted at once. */
async function forwardMessage(
  number: number,
  { prepared, io }: Search,
): Promise<JsonObject | "none" | "unclear"> {
  const { store = "" } = io.credentials;
  const query = {
    chat_id: store,
    from_chat_id: prepared.chatId,
    message_id: String(number),
    disable_notification: "true",
  };
  const answer = await ask(io, io.credentials, "forwardMessage", query);
  if (!answer) return "unclear";
  if ("error" in answer) return NO_MESSAGE.test(answer.error) ? "none" : "unclear";
  const message = objectOf(answer.result);
  await deleteFromStore(store, message, io);
  const origin = objectOf(message["forward_origin"]);
  const isIt =
    origin["type"] === "channel" &&
    origin["message_id"] === number &&
    objectOf(origin["chat"])["id"] === Number(prepared.chatId);
  return isIt ? message : "none";
}

function isInTime(message: JsonObject, { since }: Search): boolean {
  const date = numberOf(objectOf(message["forward_origin"])["date"]);
  return date !== undefined && date * 1000 >= since;
}

/** The same text, with or without media, for a message whose file can't be recognized. */
function matches(message: JsonObject, { shows, files }: Prepared): boolean {
  const text = textOf(message["text"]) ?? textOf(message["caption"]) ?? "";
  return shows !== "" && plain(text) === plain(shows) && (fileIn(message) !== undefined) === files.length > 0;
}

// ---- by the public page

function byPage(free: readonly ListedMessage[], search: Search): Finding {
  const { shows, files } = search.prepared;
  if (shows === "")
    return inconclusive("A message without text can't be distinguished from others. A person must check.");
  const same = free.filter(
    ({ text, hasMedia }) => plain(text) === plain(shows) && hasMedia === files.length > 0,
  );
  const [only] = same;
  if (only && same.length === 1) {
    const at = new Date(only.at).toISOString();
    return foundMessage(Number(only.id), `The channel's public page shows this text, sent at ${at}.`, search);
  }
  return inconclusive(
    same.length > 1
      ? `${same.length} messages on the channel's public page have this text. A person must check.`
      : `None of the ${free.length} messages on the channel's public page since then has this text. That does not prove that the message is missing.`,
  );
}

// ---- findings

/** Telegram trims texts and replaces some spaces by others. */
function plain(text: string): string {
  const words = normalize(text, "NFC").replaceAll("\ufe0f", "");
  return words.replace(/[\s\u200b]+/g, " ").trim();
}

/** A message's address; in a private channel only its members can open it. */
export function messageUrl(id: string, { id: chatId, username }: Pick<Channel, "id" | "username">, io: Io) {
  const place = username || `c/${chatId.replace(/^-100/, "")}`;
  return `${io.endpoint("web")}/${place}/${id}`;
}

function foundMessage(number: number, evidence: string, { channel, io }: Search): Finding {
  const remoteId = String(number);
  return found(remoteId, messageUrl(remoteId, channel, io), evidence);
}
