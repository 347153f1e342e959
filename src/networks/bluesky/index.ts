// Bluesky (AT Protocol). Facts and sources: networks/bluesky.facts.md.
import { altTexts } from "../client/words.ts";
import {
  neverProcessing,
  outcomeOf,
  type AnswerReader,
  refusedStep,
  notSentStep,
} from "../client/outcome.ts";
import type { LinkCard } from "../../domain/link-card.ts";
import { type Options, options } from "./options.ts";
import { rules } from "./rules.ts";
import { liveOptions, connect, ENTRYWAY } from "./account.ts";
import { type Draft, defineNetwork, type Io, type Outcome, StepFailedError } from "../network.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { objectOf, textOf, type JsonObject } from "../client/json.ts";
import { byteCount, entities } from "../client/text.ts";
import {
  entitiesOf,
  externalEmbed,
  facetsOf,
  gatesOf,
  handlesIn,
  recordKey,
  recordOf,
  type Prepared,
} from "./post.ts";
import { uploadAll, VIDEO_SERVICE } from "./upload.ts";
import { didOf, NETWORK, pdsOf, POST, xrpc, api } from "./api.ts";
import { verify } from "./verify.ts";
import { bearer } from "../client/api.ts";

export const bluesky = defineNetwork<typeof options, Prepared>({
  id: "bluesky",
  name: NETWORK,
  access: "anyone",
  endpoints: { api: ENTRYWAY, video: VIDEO_SERVICE, web: "https://bsky.app" },
  rules,
  options,
  kinds: null,
  words: ({ text, media }) => ({ text: text.toWellFormed(), altTexts: altTexts(media) }),
  entities: entitiesOf,
  validate: () => [],
  cardLink: ({ text, media }) =>
    media.length === 0 ? (entities(text.toWellFormed()).links[0]?.url ?? null) : null,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Bluesky's answer is certain either way: the post is there, or it was not published if it is missing twice, at least half a minute apart, within an hour.",
    searchUrl: ({ handle }, words) =>
      `https://bsky.app/search?${new URLSearchParams({ q: `from:${handle} ${words}` })}`,
  },
  liveOptions,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  checkMedia(draft);
  const { text } = draft;
  const found = entities(text);
  const facets = facetsOf(text, found, await resolveHandles(handlesIn(found), io));
  const blobs = await uploadAll(draft.media, io);
  const card = await embeddedCard(draft.linkCard, io);
  const did = didOf(io.credentials);
  const rkey = recordKey(draft.targetId);
  const createdAt = new Date(io.now()).toISOString();
  const record = recordOf({ draft, text, facets, blobs, card, createdAt });
  return { did, rkey, record, gates: gatesOf(draft.options, `at://${did}/${POST}/${rkey}`, createdAt) };
}

/** A card without its picture is better than no post: Bluesky may not read the picture. @throws StepFailedError */
async function embeddedCard(card: LinkCard | null, io: Io): Promise<JsonObject | null> {
  if (!card) return null;
  try {
    const [thumb] = card.image ? await uploadAll([card.image], io) : [];
    return externalEmbed(card, thumb);
  } catch (error) {
    if (
      error instanceof StepFailedError &&
      error.outcome.kind === "refused" &&
      error.outcome.category === "media"
    )
      return externalEmbed(card, undefined);
    throw error;
  }
}

function checkMedia({ text, media }: Draft<Options>) {
  const videos = media.filter(({ kind }) => kind === "video").length;
  const fits = videos === 0 ? media.length <= 4 : media.length === 1;
  const hasContent = text.trim() !== "" || media.length > 0;
  if (fits && hasContent && byteCount(text) <= 3000) return;
  const detail = !hasContent
    ? "A Bluesky post needs a text or a file."
    : fits
      ? "The text is longer than Bluesky's limit of 3000 bytes. Shorten it."
      : "A Bluesky post can have up to four images, or a single video.";
  throw refusedStep(fits ? "content" : "media", detail);
}

/** The DIDs of the handles that exist. A handle without an owner stays plain text. @throws StepFailedError without an answer */
async function resolveHandles(handles: readonly string[], io: Io): Promise<Map<string, string>> {
  const dids = new Map<string, string>();
  for (const handle of handles) {
    const url = xrpc(pdsOf(io.credentials), "com.atproto.identity.resolveHandle", { handle });
    const answer = await io.call({ method: "GET", url });
    if (answer.kind !== "answered") throw notSentStep(answer.detail);
    const did = answer.status === 200 ? textOf(objectOf(answer.json)["did"]) : undefined;
    if (did?.startsWith("did:")) dids.set(handle, did);
  }
  return dids;
}

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const answer = await io.call({
    method: "POST",
    ...requestOf(prepared, pdsOf(io.credentials)),
    headers: bearer(io.credentials["accessJwt"]),
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  const outcome = outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
  // "busy" with a 400 is BlobNotFound: the uploaded blobs are gone, so the next `prepare` must upload them again.
  if (outcome.kind === "busy" && answer.kind === "answered" && answer.status === 400) await io.save(null);
  return outcome;
}

/**
 * `putRecord` with `swapRecord: null` creates and never overwrites. Gates must exist from the first moment, so a post
 * with gates is one atomic `applyWrites` of creates, which answers 500 for an existing key; that is unknown, too.
 */
function requestOf(
  { did, rkey, record, gates }: Prepared,
  pds: string,
): { url: string; body: { json: JsonObject } } {
  if (gates.length === 0) {
    const json = { repo: did, collection: POST, rkey, validate: true, swapRecord: null, record };
    return { url: xrpc(pds, "com.atproto.repo.putRecord"), body: { json } };
  }
  const writes = [{ collection: POST, record }, ...gates].map(({ collection, record: value }) => ({
    $type: "com.atproto.repo.applyWrites#create",
    collection,
    rkey,
    value,
  }));
  return {
    url: xrpc(pds, "com.atproto.repo.applyWrites"),
    body: { json: { repo: did, validate: true, writes } },
  };
}

function publishReader({ did, rkey }: Prepared, io: Io): AnswerReader {
  const uri = `at://${did}/${POST}/${rkey}`;
  return {
    ...api.errors,
    accepted({ json }) {
      const answer = objectOf(json);
      const results = answer["results"];
      const written = Array.isArray(results) ? objectOf(results[0]) : answer;
      if (written["uri"] !== uri || !textOf(written["cid"])) return undefined;
      return { kind: "accepted", remoteId: uri, url: `${io.endpoint("web")}/profile/${did}/post/${rkey}` };
    },
  };
}
