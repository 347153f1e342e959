// Completes a YouTube video after its upload: thumbnail, playlist, and waiting for processing (networks/youtube.facts.md 1, 2).
import { byteRange } from "../client/body.ts";
import type { Answered, NetworkRequest } from "../client/call.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Io, Json, Outcome } from "../network.ts";
import { itemsOf, videoUrl, api, stepRefusal } from "./api.ts";
import type { Prepared } from "./verify.ts";
import { refused } from "../client/outcome.ts";

/** What is stored between two status requests. */
export type Receipt = {
  readonly id: string;
  /** When it was published, ms since 1970. */
  readonly at: number;
  readonly todo: readonly Extra[];
  /** What failed, in sentences for a person. */
  readonly notes: readonly string[];
};
type Extra = "thumbnail" | "playlist";

const SOON_MS = 1000;
const MINUTE_MS = 60_000;
const THUMBNAIL_TIMEOUT_MS = 300_000;

export function firstReceipt(id: string, { thumbnailId, playlistId }: Prepared, io: Io): Receipt {
  const todo: Extra[] = [];
  if (thumbnailId !== null) todo.push("thumbnail");
  if (playlistId !== null) todo.push("playlist");
  return { id, at: io.now(), todo, notes: [] };
}

/** Performs one of the remaining steps, else reads the status. @throws StepFailedError when YouTube can't be asked now */
export async function settle(prepared: Prepared, receipt: Json, io: Io): Promise<Outcome> {
  const known = receiptFrom(receipt);
  if (!known)
    return {
      kind: "unknown",
      detail: "Crier can't read what it stored about this video. Check it in YouTube Studio.",
    };
  const [next, ...todo] = known.todo;
  if (next === undefined) return await progressOf(known, prepared, io);
  const note = await (next === "thumbnail" ? setThumbnail : addToPlaylist)(known.id, prepared, io);
  const notes = note === null ? known.notes : [...known.notes, note];
  return { kind: "processing", receipt: { ...known, todo, notes }, askAgainMs: SOON_MS };
}

function receiptFrom(receipt: Json): Receipt | undefined {
  const { id, at, todo, notes } = objectOf(receipt);
  const [video, since] = [textOf(id), numberOf(at)];
  if (video === undefined || since === undefined) return undefined;
  const left = arrayOf(todo).filter((extra) => extra === "thumbnail" || extra === "playlist");
  return { id: video, at: since, todo: left, notes: arrayOf(notes).flatMap((note) => textOf(note) ?? []) };
}

// ---- thumbnail and playlist: the video is live with or without them

/** Sets the thumbnail; repeating it is harmless. @returns why it failed, in a sentence; null on success */
async function setThumbnail(id: string, { thumbnailId }: Prepared, io: Io): Promise<string | null> {
  const image = io.media.find((file) => file.id === thumbnailId);
  if (!image) return "Its thumbnail was not set: the image is no longer stored in Crier.";
  const result = await attemptExtra(io, "Its thumbnail was not set.", {
    method: "POST",
    url: `${io.endpoint("api")}/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(id)}`,
    body: { bytes: byteRange(image), type: image.mime },
    timeoutMs: THUMBNAIL_TIMEOUT_MS,
  });
  return typeof result === "string" ? result : null;
}

/** A playlist may contain the same video twice, so Crier checks first. */
async function addToPlaylist(id: string, { playlistId }: Prepared, io: Io): Promise<string | null> {
  const no = "It was not added to the playlist.";
  const query = `part=id&playlistId=${encodeURIComponent(playlistId ?? "")}&videoId=${encodeURIComponent(id)}`;
  const there = await attemptExtra(io, no, { method: "GET", url: `/playlistItems?${query}` });
  if (typeof there === "string") return there;
  if (arrayOf(objectOf(there.json)["items"]).length > 0) return null;
  const json = { snippet: { playlistId, resourceId: { kind: "youtube#video", videoId: id } } };
  const url = "/playlistItems?part=snippet";
  const added = await attemptExtra(io, no, { method: "POST", url, body: { json } });
  return typeof added === "string" ? added : null;
}

/** The response; or, after a documented refusal, `failure` and the reason. @throws StepFailedError when a retry may help */
async function attemptExtra(io: Io, failure: string, request: NetworkRequest): Promise<Answered | string> {
  const answer = await api.send(io, io.credentials, request);
  if (answer.kind === "answered" && answer.status >= 400 && answer.status < 500 && answer.status !== 401) {
    const no = stepRefusal(answer, api.context(io, io.credentials));
    if (no?.kind === "refused") return `${failure} ${no.detail}`;
  }
  return api.success(answer, io, io.credentials);
}

// ---- processing

async function progressOf(receipt: Receipt, prepared: Prepared, io: Io): Promise<Outcome> {
  const id = encodeURIComponent(receipt.id);
  const items = await itemsOf(io, io.credentials, `videos?part=status&id=${id}`);
  const video = items.find((item) => isObject(item) && item["id"] === receipt.id);
  const status = objectOf(video?.["status"]);
  switch (status["uploadStatus"]) {
    case "uploaded":
      return { kind: "processing", receipt, askAgainMs: askAgainMs(io.now() - receipt.at) };
    case "processed":
      return acceptance(receipt, status, prepared, io);
    case "failed":
      return refused("media", FAILED[textOf(status["failureReason"]) ?? ""] ?? NO_REASON);
    case "rejected":
      return rejection(textOf(status["rejectionReason"]) ?? "no reason given");
    default:
      return { kind: "unknown", detail: "YouTube does not list the video at the moment." };
  }
}

/** A status request costs one of the 10,000 units a day that all videos share. */
function askAgainMs(age: number): number {
  if (age < MINUTE_MS) return 5000;
  return age < 10 * MINUTE_MS ? 30_000 : 2 * MINUTE_MS;
}

function acceptance(
  { id, notes }: Receipt,
  status: JsonObject,
  { privacyStatus, short }: Prepared,
  io: Io,
): Outcome {
  const locked = status["privacyStatus"] === "private" && privacyStatus !== "private";
  const note = [...notes, ...(locked ? [LOCKED] : [])].join(" ");
  return { kind: "accepted", remoteId: id, url: videoUrl(id, short, io), ...(note !== "" && { note }) };
}

const LOCKED =
  "YouTube keeps it private, as it does with videos from applications that have not passed its audit; " +
  "see docs/networks/youtube.facts.md.";

const NO_REASON = "YouTube could not process the video and gave no reason. Use another file.";
const FAILED: Readonly<Record<string, string>> = {
  conversion: "YouTube could not convert the video. Use another file, ideally H.264 in MP4.",
  codec: "YouTube can't read the video's codec. Use another file, ideally H.264 in MP4.",
  emptyFile: "YouTube received an empty file. Use another file.",
  invalidFile: "YouTube reports that the file is not a video. Use another file.",
  tooSmall: "YouTube reports that the file is too small to be a video. Use another file.",
  uploadAborted: "YouTube reports that the upload was interrupted. Try again.",
};

function rejection(reason: string): Outcome {
  if (reason === "duplicate")
    return refused("media", "YouTube rejected the video: the channel already has this file.");
  if (reason === "length") {
    const detail =
      "YouTube rejected the video: it is longer than a channel without a verified phone number may upload.";
    return refused("media", detail);
  }
  const known = /^[a-zA-Z]{1,40}$/.test(reason) ? reason : "no reason given";
  return refused("content", `YouTube rejected the video (${known}). YouTube Studio has the details.`);
}
