// TikTok (Content Posting API). Facts and sources: networks/tiktok.facts.md.
import { type Options, options } from "./options.ts";
import { photoBody, videoInfo, type DisabledFeatures } from "./post.ts";
import { kindOf, kinds, rules, validate, words } from "./rules.ts";
import { liveOptionRules, connect, liveOptions, ENDPOINTS, checkPermission } from "./account.ts";
import { type Draft, defineNetwork, type Io, type Outcome } from "../network.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import type { Answer } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import { outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { faultOf, NETWORK, post, publishIdOf, api } from "./api.ts";
import { askStatus, firstReceipt, settle, statusOf, type Prepared } from "./status.ts";
import { completeUpload, earlierUpload, storedUpload, sendPiece, uploadAllButLast } from "./upload.ts";
import { verify } from "./verify.ts";

const PROCESSED_SOON_MS = 3000;
const ALL_OPEN: DisabledFeatures = { comment: false, duet: false, stitch: false };

export const tiktok = defineNetwork<typeof options, Prepared>({
  id: "tiktok",
  name: NETWORK,
  access: "app_review",
  endpoints: ENDPOINTS,
  rules,
  options,
  kinds,
  words,
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "About a video, TikTok's answer is certain either way. Crier can find photos among the account's public posts, but not finding them does not prove that they are missing.",
    searchUrl: () => null,
  },
  liveOptions,
  liveOptionRules,
  prepare,
  commit,
  settle,
  verify,
});

/** Uploads a video except for the last piece, after which TikTok posts it. TikTok fetches photos when it posts them. */
async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const video = draft.media.find(({ kind }) => kind === "video");
  if (draft.media.length === 0) throw refusedStep("media", "A TikTok post needs a video or photos.");
  const isDraft = kindOf(draft) === "video_draft" || kindOf(draft) === "photo_draft";
  const isPublic = draft.options.privacy_level === "PUBLIC_TO_EVERYONE" && !isDraft;
  const earlier = video ? await earlierUpload(io) : null;
  const complete = completeUpload(earlier);
  const { username, closed } =
    isDraft || complete
      ? { username: io.credentials["username"] ?? "", closed: ALL_OPEN }
      : await checkPermission({ level: levelOf(draft), durationMs: video?.durationMs ?? 0 }, io);
  const common = { username, text: draft.text, isDraft, isPublic };
  if (!video)
    return {
      ...common,
      way: "pull",
      mediaIds: draft.media.map(({ id }) => id),
      body: photoBody(draft, closed),
    };
  const info = isDraft ? null : videoInfo(draft, closed);
  const uploaded = complete ?? (await uploadAllButLast(video, info, earlier, io));
  return { ...common, ...uploaded, way: "upload", mediaId: video.id };
}

function levelOf({ options: { privacy_level: level } }: Draft<Options>): string {
  if (level !== undefined) return level;
  const detail =
    "Choose who can see the post: options.privacy_level is required and has no default at TikTok.";
  throw refusedStep("content", detail);
}

function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  return prepared.way === "upload" ? sendLast(prepared, io) : sendPhotos(prepared, io);
}

// ---- a video: its last piece

async function sendLast(prepared: Extract<Prepared, { way: "upload" }>, io: Io): Promise<Outcome> {
  const { publishId, from, size } = prepared;
  const upload = storedUpload(io.saved, io);
  const video = io.media.find(({ id }) => id === prepared.mediaId);
  if (upload?.publishId !== publishId || !video)
    return {
      kind: "notSent",
      detail: "The stored upload can't be used any more; Crier will start a new one.",
    };
  const isThere = from >= size;
  const answer = isThere
    ? await askStatus(publishId, io, PUBLISH_TIMEOUT_MS)
    : await sendPiece(upload, video, from, size, io, PUBLISH_TIMEOUT_MS);
  const isAccepted = isThere ? hasStatus : isComplete;
  const acceptance = (last: Answered) => (isAccepted(last, io) ? processing(publishId, io) : undefined);
  return outcomeOf(answer, { ...api.errors, accepted: acceptance }, api.context(io, io.credentials));
}
type Answered = Extract<Answer, { kind: "answered" }>;

/** This response has no documented body: the status alone confirms that all pieces have arrived. */
const isComplete = ({ status }: Answered) => status === 201;
const hasStatus = (answer: Answered, io: Io) => statusOf(answer, io) !== undefined;

// ---- photos: the one call after which TikTok fetches and posts them

async function sendPhotos(prepared: Extract<Prepared, { way: "pull" }>, io: Io): Promise<Outcome> {
  const files = prepared.mediaIds.map((id) => io.media.find((file) => file.id === id));
  const known = files.filter((file) => file !== undefined);
  if (known.length !== files.length)
    return { kind: "notSent", detail: "A photo of this post is no longer stored in Crier." };
  const source = objectOf(prepared.body["source_info"]);
  // The addresses are valid for a day, so they are created now.
  const photo_images = known.map((file) => file.publicUrl());
  const body = { ...prepared.body, source_info: { ...source, photo_images } };
  const answer = await post(io, io.credentials, "post/publish/content/init/", body, PUBLISH_TIMEOUT_MS);
  return outcomeOf(answer, photoReader(io), api.context(io, io.credentials));
}

function photoReader(io: Io): AnswerReader {
  return {
    ...api.errors,
    accepted(answer) {
      const body = objectOf(answer.json);
      if (faultOf(answer) || objectOf(body["error"])["code"] !== "ok") return undefined;
      const id = publishIdOf(objectOf(body["data"])["publish_id"], api.context(io, io.credentials));
      return id === undefined ? undefined : processing(id, io);
    },
  };
}

function processing(publishId: string, io: Io) {
  const receipt = firstReceipt(publishId, io);
  return { kind: "processing", receipt, askAgainMs: PROCESSED_SOON_MS } as const;
}
