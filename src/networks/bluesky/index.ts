// Bluesky (AT Protocol). Facts and sources: networks/bluesky.facts.md.
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { objectOf, textOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, StepFailedError, type LiveOptions, type Io, type Outcome } from "../network.ts";
import { outcomeOf, type AnswerReader, refusedStep, notSentStep } from "../client/outcome.ts";
import type { Rules } from "../rules.ts";
import { byteCount, entities } from "../client/text.ts";
import { options } from "./options.ts";
import {
  facetsOf,
  gatesOf,
  handlesIn,
  recordKey,
  recordOf,
  type BlueskyDraft,
  type Prepared,
} from "./record.ts";
import { connect, ENTRYWAY } from "./session.ts";
import { hasVideoService, serviceAuth, uploadAll, VIDEO_SERVICE } from "./upload.ts";
import { didOf, NETWORK, pdsOf, POST, xrpc, api } from "./xrpc.ts";
import { verify } from "./verify.ts";
import { bearer } from "../client/api.ts";

/** networks/bluesky.facts.md 4. */
const rules: Rules = {
  text: { max: 300, unit: "graphemes", maxBytes: 3000, linkLength: null, shortMentions: false },
  requires: null,
  // 35,000 points a day, 3 for a post (networks/bluesky.facts.md 6).
  quota: { posts: 11_666, windowMs: 86_400_000 },
  media: {
    maxItems: 4,
    maxVideos: 1,
    mixed: false,
    altTextMax: 2000,
    image: {
      mimes: ["image/jpeg", "image/png", "image/webp"],
      maxBytes: 2_000_000,
      maxPixels: null,
      maxSide: 4000,
      animated: false,
    },
    video: { mimes: ["video/mp4"], maxBytes: 300_000_000, maxDurationMs: 600_000, maxPixels: null },
    // By recollection only.
    unsure: ["image.animated"],
  },
};

export const bluesky = defineNetwork<typeof options, Prepared>({
  id: "bluesky",
  name: NETWORK,
  access: "anyone",
  endpoints: { api: ENTRYWAY, video: VIDEO_SERVICE, web: "https://bsky.app" },
  rules,
  options,
  kinds: null,
  validate: () => [],
  connect,
  liveOptions,
  prepare,
  commit,
  /** Bluesky answers at once; there is nothing to wait for. */
  settle: async () => ({
    kind: "unknown",
    detail: "Bluesky has no posts in processing; this one needs a look.",
  }),
  verify,
});

async function liveOptions(io: Io): Promise<LiveOptions> {
  const headers = bearer(io.credentials["accessJwt"]);
  const url = xrpc(pdsOf(io.credentials), "com.atproto.server.getSession");
  const session = await api.step(io, io.credentials, { method: "GET", url, headers });
  return {
    values: {
      handle: session["handle"] ?? null,
      active: session["active"] ?? true,
      emailConfirmed: session["emailConfirmed"] ?? null,
      video: hasVideoService(io) ? await videoLimits(io) : null,
    },
    rules: {},
  };
}

/** What the video service still takes today; null when it does not say. */
async function videoLimits(io: Io): Promise<JsonObject | null> {
  const lxm = "app.bsky.video.getUploadLimits";
  try {
    const host = new URL(io.endpoint("video")).host.replace(":", "%3A");
    const headers = bearer(await serviceAuth(`did:web:${host}`, lxm, io));
    return await api.step(io, io.credentials, {
      method: "GET",
      url: xrpc(io.endpoint("video"), lxm),
      headers,
    });
  } catch (error) {
    if (error instanceof StepFailedError) return null;
    throw error;
  }
}

async function prepare(draft: BlueskyDraft, io: Io): Promise<Prepared> {
  checkMedia(draft);
  const text = draft.text.toWellFormed();
  const found = entities(text);
  const facets = facetsOf(text, found, await resolveHandles(handlesIn(found), io));
  const blobs = await uploadAll(draft.media, io);
  const did = didOf(io.credentials);
  const rkey = recordKey(draft.targetId);
  const createdAt = new Date(io.now()).toISOString();
  const record = recordOf({ draft, text, facets, blobs, createdAt });
  return { did, rkey, record, gates: gatesOf(draft.options, `at://${did}/${POST}/${rkey}`, createdAt) };
}

function checkMedia({ text, media }: BlueskyDraft) {
  const videos = media.filter(({ kind }) => kind === "video").length;
  const fits = videos === 0 ? media.length <= 4 : media.length === 1;
  const hasContent = text.trim() !== "" || media.length > 0;
  if (fits && hasContent && byteCount(text) <= 3000) return;
  const detail = !hasContent
    ? "A Bluesky post needs a text or a file."
    : fits
      ? "The text is longer than Bluesky's 3000 bytes."
      : "A Bluesky post takes one to four images, or one video alone.";
  throw refusedStep(fits ? "content" : "media", detail);
}

/** DIDs of the handles that have one. A handle nobody owns stays plain text; only an answer decides that. */
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
  // Busy with a 400 is BlobNotFound: what was uploaded is gone, so the next prepare must not rely on it.
  if (outcome.kind === "busy" && answer.kind === "answered" && answer.status === 400) await io.save(null);
  return outcome;
}

/**
 * `putRecord` with `swapRecord: null` creates and never overwrites. Gates must be there from the first moment, so a
 * post with gates is one atomic `applyWrites` of creates; a taken key answers 500 there, which is unknown as well.
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
