// YouTube (Data API v3). Facts and sources: networks/youtube.facts.md.
import { noAltTexts } from "../client/words.ts";
import { type Options, options } from "./options.ts";
import { resourceOf } from "./post.ts";
import { isShort, kinds, NEEDS_TITLE, rules, titleOf, validate } from "./rules.ts";
import { type Draft, defineNetwork, type Io, type Outcome } from "../network.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { outcomeOf, type AnswerReader, refusedStep } from "../client/outcome.ts";
import { connect, liveOptions, ENDPOINTS, liveOptionRules } from "./account.ts";
import { NETWORK, api } from "./api.ts";
import { firstReceipt, settle } from "./settle.ts";
import { storedSession, sendLast, stateOf, uploadAllButLast, videoId } from "./upload.ts";
import { verify, type Prepared } from "./verify.ts";

const PROCESSED_SOON_MS = 2000;

export const youtube = defineNetwork<typeof options, Prepared>({
  id: "youtube",
  name: NETWORK,
  access: "app_review",
  endpoints: ENDPOINTS,
  rules,
  options,
  kinds,
  words: ({ text, media }) => ({ text: text.toWellFormed(), altTexts: noAltTexts(media) }),
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "While YouTube knows the upload, its answer is certain either way. Later Crier can find the video, but not finding it does not prove that it is missing.",
    searchUrl: ({ profileUrl }, words) =>
      profileUrl === null ? null : `${profileUrl}/search?${new URLSearchParams({ query: words })}`,
  },
  liveOptions,
  liveOptionRules,
  prepare,
  commit,
  settle,
  verify,
});

/** Uploads everything except the file's last piece, which creates the video. */
async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const video = draft.media.find(({ kind }) => kind === "video");
  if (!video) throw refusedStep("media", "A YouTube post needs a video.");
  const title = titleOf(draft);
  if (title === "") throw refusedStep("content", NEEDS_TITLE);
  const uploaded = await uploadAllButLast(video, resourceOf(draft), io);
  return {
    ...uploaded,
    mediaId: video.id,
    title,
    description: draft.text,
    privacyStatus: draft.options.privacyStatus ?? "public",
    short: isShort(draft.media),
    thumbnailId: draft.media.find(({ kind }) => kind === "image")?.id ?? null,
    playlistId: draft.options.playlistId ?? null,
  };
}

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const session = storedSession(io.saved, io);
  const video = io.media.find(({ id }) => id === prepared.mediaId);
  if (!session || !video)
    return {
      kind: "notSent",
      detail: "The stored upload can't be used any more; Crier will start a new one.",
    };
  const answer = await sendLast(session, video, prepared.from, io, PUBLISH_TIMEOUT_MS);
  return outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
}

function publishReader(prepared: Prepared, io: Io): AnswerReader {
  return {
    ...api.errors,
    accepted(answer) {
      const state = stateOf(answer);
      const id = state?.kind === "complete" ? videoId(state.video, io) : undefined;
      if (id === undefined) return undefined;
      return { kind: "processing", receipt: firstReceipt(id, prepared, io), askAgainMs: PROCESSED_SOON_MS };
    },
  };
}
