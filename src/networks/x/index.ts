// X (Twitter), API version 2. Facts and sources: networks/x.facts.md.
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import type { Static } from "@sinclair/typebox";
import { objectOf, type JsonObject } from "../client/json.ts";
import {
  defineNetwork,
  type OptionProblem,
  type Draft,
  type Io,
  type Outcome,
  type PlannedPost,
} from "../network.ts";
import { normalize } from "../client/normalize.ts";
import { outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { connect, liveOptions } from "./account.ts";
import { DUPLICATE, errorOf, NETWORK, postId, postUrl, api } from "./api.ts";
import { options } from "./options.ts";
import { kinds, rules } from "./rules.ts";
import { uploadAll, type Uploaded } from "./upload.ts";
import { verify, type Prepared } from "./verify.ts";

type Options = Static<typeof options>;

export const x = defineNetwork<typeof options, Prepared>({
  id: "x",
  name: NETWORK,
  access: "own_app",
  endpoints: { api: "https://api.x.com", authorize: "https://x.com", web: "https://x.com" },
  rules,
  options,
  kinds,
  validate,
  connect,
  liveOptions,
  prepare,
  commit,
  /** X answers at once; there is nothing to wait for. */
  settle: async () => ({
    kind: "unknown",
    detail: "X has no posts in processing; this one needs a look.",
  }),
  verify,
});

const CASHTAG = /(?<![\p{L}\p{N}_$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\p{L}\p{N}_])/giu;

function validate({ text, media, options: chosen }: PlannedPost<Options>): OptionProblem[] {
  const found: OptionProblem[] = [];
  const cashtags = text.match(CASHTAG)?.length ?? 0;
  if (cashtags > 1) {
    const message = `X takes one cashtag in a post from most applications; this one has ${cashtags}.`;
    found.push({ rule: "text.cashtags", message, limit: 1, actual: cashtags, certain: false });
  }
  if (chosen.tagged_user_ids && media.length === 0) {
    const message = "Nobody can be tagged in a post without a picture. Add one, or tag nobody.";
    found.push({ rule: "options.tagged_user_ids", message, limit: null, actual: null, certain: true });
  }
  return found;
}

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const text = normalize(draft.text.toWellFormed(), "NFC").trim();
  if (text === "" && draft.media.length === 0)
    throw refusedStep("content", "An X post needs a text or a file.");
  const alone = draft.media.some(({ kind, mime }) => kind === "video" || mime === "image/gif");
  if (draft.media.length > (alone ? 1 : 4))
    throw refusedStep("media", "An X post takes up to four images, or one video or moving GIF alone.");
  const uploaded = await uploadAll(draft.media, io);
  return {
    userId: io.credentials["userId"] ?? "",
    body: bodyOf(text, uploaded, draft.options),
    text,
    mediaKeys: uploaded.map(({ key }) => key),
    earliest: draft.attempt > 1 ? createdAt(draft.targetId) : null,
  };
}

/** Only what is known is sent: a post that was scheduled long ago may still name a community, and X has closed those. */
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

/** The time in a target's id, ms since 1970: nothing of it was sent before (UUID version 7). */
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
        "X says that this account has a post with this text: an earlier attempt may have made it.";
      return { kind: "unknown", detail };
    },
    accepted({ json }) {
      const id = postId(objectOf(objectOf(json)["data"]), io);
      return id === undefined ? undefined : { kind: "accepted", remoteId: id, url: postUrl(id, io) };
    },
  };
}
