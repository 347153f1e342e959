// Mastodon and servers with the same API. Facts and sources: networks/mastodon.facts.md.
import { altTexts, trim } from "../client/words.ts";
import { neverProcessing, outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { rules } from "./rules.ts";
import { type Options, options } from "./options.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { objectOf, textOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, type Draft, type Io, type Outcome } from "../network.ts";
import { count } from "../client/text.ts";
import { connect, liveOptions, DEFAULT_SERVER, instanceOf } from "./account.ts";
import { errorOf, NETWORK, statusId, statusUrl, api } from "./api.ts";
import { uploadAll } from "./upload.ts";
import { verify, type Prepared } from "./verify.ts";

export const mastodon = defineNetwork<typeof options, Prepared>({
  id: "mastodon",
  name: NETWORK,
  access: "anyone",
  endpoints: { api: DEFAULT_SERVER },
  rules,
  options,
  kinds: null,
  words: ({ text, media }) => ({ text: trim(text), altTexts: altTexts(media) }),
  validate: () => [],
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Crier can find the post among the account's own posts. Not finding it does not prove that it is missing.",
    searchUrl: () => null,
  },
  liveOptions,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const { text } = draft;
  const { spoiler_text: spoiler, ...chosen } = draft.options;
  if (text === "" && draft.media.length === 0)
    throw refusedStep("content", "A Mastodon post needs a text or a file.");
  if (spoiler !== undefined) await checkTogether(spoiler + text, io);
  const mediaIds = await uploadAll(draft.media, io);
  const body: JsonObject = {
    status: text,
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(spoiler !== undefined && { spoiler_text: spoiler }),
    ...chosen,
  };
  const alts = draft.media.map(({ altText }) => altText ?? "");
  return { accountId: io.credentials["accountId"] ?? "", key: draft.targetId, body, text, mediaIds, alts };
}

/** Content warning and text count together, and pre-flight counts only the text. @throws StepFailedError when too long */
async function checkTogether(all: string, io: Io): Promise<void> {
  const own = await instanceOf(io.credentials, io);
  const rule = { ...rules.text, ...own.rules.text };
  const length = count(all, rule);
  if (length <= rule.max) return;
  throw refusedStep(
    "content",
    `The content warning and the text are ${length} characters long together; the limit of this server is ${rule.max}. Remove ${length - rule.max}.`,
  );
}

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: "/api/v1/statuses",
    headers: { "idempotency-key": prepared.key },
    body: { json: prepared.body },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
}

/** Messages of a 422 that certainly precede attaching any media. In other languages the outcome stays unknown. */
const BEFORE_ATTACHING = /^(Validation failed|Cannot attach)/;

function publishReader(prepared: Prepared, io: Io): AnswerReader {
  return {
    network: NETWORK,
    refusal(answer, context) {
      const outcome = api.errors.refusal(answer, context);
      const inDoubt = answer.status === 422 && prepared.mediaIds.length > 0 && outcome?.kind === "refused";
      if (inDoubt && !BEFORE_ATTACHING.test(errorOf(answer) ?? ""))
        return { kind: "unknown", detail: outcome.detail };
      return outcome;
    },
    accepted({ json }) {
      const status = objectOf(json);
      const id = statusId(status, io);
      // A ScheduledStatus has an id as well; only a Status has an address or content.
      const live = textOf(status["uri"]) ?? textOf(status["url"]);
      if (id === undefined || live === undefined) return undefined;
      return { kind: "accepted", remoteId: id, url: statusUrl(status, id, io) };
    },
  };
}
