// Telegram: a bot that posts in a channel. Facts and sources: networks/telegram.facts.md.
import { noAltTexts, trim } from "../client/words.ts";
import { neverProcessing, outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { type Options, options } from "./options.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import type { Answered } from "../client/call.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf } from "../client/json.ts";
import { defineNetwork, type Draft, type Io, type Outcome } from "../network.ts";
import { connect, liveOptions } from "./account.ts";
import { errorOf, methodUrl, NETWORK, resultOf, api } from "./api.ts";
import { validate, kinds, rules } from "./rules.ts";
import { bodyOf, preparedOf, type Prepared } from "./post.ts";
import { uploadAll, kindOf } from "./upload.ts";
import { messageUrl, verify } from "./verify.ts";

export const telegram = defineNetwork<typeof options, Prepared>({
  id: "telegram",
  name: NETWORK,
  access: "anyone",
  endpoints: { api: "https://api.telegram.org", page: "https://t.me", web: "https://t.me" },
  rules,
  options,
  kinds,
  words: ({ text, media }) => ({ text: trim(text), altTexts: noAltTexts(media) }),
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Crier can find the message by its file, or by its text and time. Not finding it does not prove that it is missing.",
    searchUrl: ({ profileUrl, handle }, words) =>
      profileUrl === null
        ? null
        : `https://t.me/s/${encodeURIComponent(handle)}?${new URLSearchParams({ q: words })}`,
  },
  liveOptions,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const { text, media, options: chosen } = draft;
  if (text === "" && media.length === 0)
    throw refusedStep("content", "A Telegram message needs a text or a file.");
  if (media.length > 1 && media.some((file) => kindOf(file) === "animation"))
    throw refusedStep("media", "An animated image can't be in an album. Post it alone.");
  const files = await uploadAll(media, io);
  return preparedOf({ text, options: chosen }, io.credentials["chatId"] ?? "", files);
}

/** The chat is in the URL, so that a publishing request can be distinguished from an upload to the private chat. */
async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const body = bodyOf(prepared, io.media);
  if (!body) return { kind: "notSent", detail: "A file of this post is no longer stored in Crier." };
  const url = methodUrl(io, io.credentials, prepared.method, { chat_id: prepared.chatId });
  const answer = await io.call({ method: "POST", url, body, timeoutMs: PUBLISH_TIMEOUT_MS });
  return outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
}

function publishReader(prepared: Prepared, io: Io): AnswerReader {
  return {
    network: NETWORK,
    accepted: (answer) => acceptedOf(answer, prepared, io),
    refusal(answer, context) {
      const outcome = api.errors.refusal(answer, context);
      if (prepared.method !== "sendMediaGroup" || outcome === undefined || isWhole(answer, prepared))
        return outcome;
      return { kind: "unknown", detail: outcome.detail };
    },
  };
}

/** Messages of a 400 that Telegram sends before the first item of an album. */
const BEFORE_SENDING =
  /chat not found|can't parse|caption is too long|not enough rights|rights to send|chat_id/i;

/**
 * Whether a refusal concerns the whole album. Telegram reports an item's error after all items were processed, so others
 * may be live; an album of files that Telegram already has is refused as a whole.
 */
function isWhole(answer: Answered, { files }: Prepared): boolean {
  if (answer.status === 429) return files.every(({ fileId }) => fileId !== null);
  return answer.status !== 400 || BEFORE_SENDING.test(errorOf(answer) ?? "");
}

function acceptedOf(answer: Answered, { chatId, files }: Prepared, io: Io) {
  const result = resultOf(answer);
  const messages = files.length > 1 ? arrayOf(result) : [result];
  if (messages.length !== Math.max(files.length, 1)) return undefined;
  const ids = messages.map((message) => messageId(isObject(message) ? message : {}, chatId));
  const [id] = ids;
  if (id === undefined || ids.includes(undefined)) return undefined;
  const username = textOf(objectOf(objectOf(messages[0])["chat"])["username"]) ?? "";
  const place = { id: chatId, username: /^\w{1,64}$/.test(username) ? username : "" };
  return { kind: "accepted", remoteId: id, url: messageUrl(id, place, io) } as const;
}

/** The number of a message, only if it is in this channel. */
function messageId(message: ReturnType<typeof objectOf>, chatId: string): string | undefined {
  const id = numberOf(message["message_id"]);
  const isOurs = objectOf(message["chat"])["id"] === Number(chatId);
  return isOurs && id !== undefined && Number.isSafeInteger(id) && id > 0 ? String(id) : undefined;
}
