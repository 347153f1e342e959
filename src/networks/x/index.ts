// X (Twitter), API version 2. Facts and sources: networks/x.facts.md.
import { imageAltTexts, trim } from "../client/words.ts";
import { neverProcessing, outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { kinds, rules, validate } from "./rules.ts";
import { type Options, options } from "./options.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { objectOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, type Draft, type Io, type Outcome } from "../network.ts";
import { normalize } from "../client/normalize.ts";
import { connect, liveOptions } from "./account.ts";
import { DUPLICATE, errorOf, NETWORK, postId, postUrl, api } from "./api.ts";
import { uploadAll, type Uploaded } from "./upload.ts";
import { verify, type Prepared } from "./verify.ts";

export const x = defineNetwork<typeof options, Prepared>({
  id: "x",
  name: NETWORK,
  access: "own_app",
  endpoints: { api: "https://api.x.com", authorize: "https://x.com", web: "https://x.com" },
  rules,
  options,
  kinds,
  words: ({ text, media }) => ({
    text: trim(normalize(text.toWellFormed(), "NFC")),
    altTexts: imageAltTexts(media),
  }),
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Crier can find the post among the account's posts. X's list may lag, so not finding it does not prove that it is missing.",
    searchUrl: ({ handle }, words) =>
      `https://x.com/search?${new URLSearchParams({ q: `from:${handle} ${words}`, f: "live" })}`,
  },
  liveOptions,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const { text } = draft;
  if (text === "" && draft.media.length === 0)
    throw refusedStep("content", "An X post needs a text or a file.");
  const alone = draft.media.some(({ kind, mime }) => kind === "video" || mime === "image/gif");
  if (draft.media.length > (alone ? 1 : 4))
    throw refusedStep("media", "An X post can have up to four images, or a single video or animated GIF.");
  const uploaded = await uploadAll(draft.media, io);
  return {
    userId: io.credentials["userId"] ?? "",
    body: bodyOf(text, uploaded, draft.options),
    text,
    mediaKeys: uploaded.map(({ key }) => key),
    earliest: draft.attempt > 1 ? createdAt(draft.targetId) : null,
  };
}

/** Sends only known options: a post that was scheduled long ago may still name a community, which X has discontinued. */
function bodyOf(text: string, uploaded: readonly Uploaded[], options: Options): JsonObject {
  const { tagged_user_ids: tagged, reply_settings, made_with_ai, paid_partnership } = options;
  const media = { media_ids: uploaded.map(({ id }) => id), ...(tagged && { tagged_user_ids: tagged }) };
  return {
    ...(text !== "" && { text }),
    ...(uploaded.length > 0 && { media }),
    ...(reply_settings !== undefined && { reply_settings }),
    ...(made_with_ai !== undefined && { made_with_ai }),
    ...(paid_partnership !== undefined && { paid_partnership }),
  };
}

/** The time in a target's id (UUID version 7), ms since 1970; no attempt is older. */
function createdAt(targetId: string): number {
  return Number.parseInt(targetId.replaceAll("-", "").slice(0, 12), 16);
}

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: "/2/tweets",
    body: { json: prepared.body },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
}

function publishReader({ earliest }: Prepared, io: Io): AnswerReader {
  return {
    network: NETWORK,
    refusal(answer, context) {
      const outcome = api.errors.refusal(answer, context);
      const again = earliest !== null && answer.status === 403 && DUPLICATE.test(errorOf(answer)?.all ?? "");
      if (!again || outcome?.kind !== "refused") return outcome;
      const detail =
        "X reports that this account already has a post with this text, possibly from an earlier attempt. Check the account.";
      return { kind: "unknown", detail };
    },
    accepted({ json }) {
      const id = postId(objectOf(objectOf(json)["data"]), io);
      return id === undefined ? undefined : { kind: "accepted", remoteId: id, url: postUrl(id, io) };
    },
  };
}
