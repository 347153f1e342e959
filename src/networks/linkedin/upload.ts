// Brings files to LinkedIn: an image in one piece, a video in the pieces that LinkedIn asks for (networks/linkedin.facts.md 1).
import { byteRange } from "../client/body.ts";
import type { Answered } from "../client/call.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type Json } from "../network.ts";
import { unreadable, refused } from "../client/outcome.ts";
import { uploadAddressOf } from "../client/remote-post.ts";
import { NETWORK, api } from "./api.ts";

const DOMAIN = "linkedin.com";
const UPLOAD_TIMEOUT_MS = 600_000;
const POLL_MS = 3000;
const POLL_FOR_MS = 15 * 60_000;
/** Where nobody says how long an address for bytes is good. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** A piece of a file and where it goes: the address is a secret, and is only kept where `prepare` resumes. */
type Piece = { readonly url: string; readonly start: number; readonly end: number };

/** What `io.save` keeps of a file, by media id. The name stays good: the same post again must have the same files. */
type StoredUpload = {
  readonly urn: string;
  readonly pieces: readonly Piece[];
  /** When the addresses end, ms since 1970. */
  readonly until: number;
  /** Of a video; "" otherwise. */
  readonly uploadId: string;
  /** What LinkedIn answered to each piece it has. */
  readonly tags: readonly string[];
  readonly state: "open" | "whole" | "ready";
};
type Progress = Readonly<Record<string, StoredUpload>>;

/** LinkedIn's names of the files, in order, each ready to be shown. Goes on where an interrupted attempt ended. */
export async function uploadAll(media: readonly DraftMedia[], owner: string, io: Io): Promise<string[]> {
  let progress = readProgress(io.saved, io.now());
  const names: string[] = [];
  for (const file of media) {
    const keep = async (kept: StoredUpload | null) => {
      const { [file.id]: _, ...others } = progress;
      progress = kept ? { ...others, [file.id]: kept } : others;
      await io.save(progress);
    };
    names.push(await uploadFile(progress[file.id], { file, owner, io, keep }));
  }
  return names;
}

interface UploadContext {
  readonly file: DraftMedia;
  readonly owner: string;
  readonly io: Io;
  /** Null: forget it. */
  keep(kept: StoredUpload | null): Promise<void>;
}

function readProgress(saved: Json, now: number): Progress {
  const progress: Record<string, StoredUpload> = {};
  for (const [fileId, value] of Object.entries(objectOf(saved))) {
    // Nobody else writes here.
    const kept = isObject(value) ? (value as StoredUpload) : undefined;
    if (kept && (kept.state !== "open" || kept.until > now)) progress[fileId] = kept;
  }
  return progress;
}

async function uploadFile(before: StoredUpload | undefined, way: UploadContext): Promise<string> {
  let kept = before ?? (await startUpload(way));
  if (kept.state === "open") {
    kept = await sendPieces(kept, way);
    if (way.file.kind === "video") await finalize(kept, way);
    kept = { ...kept, pieces: [], uploadId: "", tags: [], state: "whole" };
    await way.keep(kept);
  }
  if (kept.state === "whole") {
    await untilReady(kept.urn, way);
    kept = { ...kept, state: "ready" };
    await way.keep(kept);
  }
  return kept.urn;
}

// ---- beginning

async function startUpload(way: UploadContext): Promise<StoredUpload> {
  const { file, owner, io } = way;
  const isVideo = file.kind === "video";
  const request = {
    owner,
    ...(isVideo && { fileSizeBytes: file.size, uploadCaptions: false, uploadThumbnail: false }),
  };
  const path = `/rest/${kindOf(file)}?action=initializeUpload`;
  const body = { json: { initializeUploadRequest: request } };
  const value = objectOf((await api.step(io, io.credentials, { method: "POST", url: path, body }))["value"]);
  const urn = textOf(isVideo ? value["video"] : value["image"]);
  if (urn === undefined || !/^urn:li:(image|video):[\w-]{1,128}$/.test(urn))
    throw unreadable(NETWORK, "the upload");
  const until = numberOf(value["uploadUrlExpiresAt"]) ?? io.now() + ADDRESS_LIFETIME_MS;
  const pieces = isVideo
    ? videoPieces(value, way)
    : [{ url: address(value["uploadUrl"], io), start: 0, end: file.size }];
  const uploadId = isVideo ? (textOf(value["uploadToken"]) ?? "") : "";
  const kept: StoredUpload = { urn, pieces, until, uploadId, tags: [], state: "open" };
  await way.keep(kept);
  return kept;
}

const kindOf = ({ kind }: DraftMedia) => (kind === "video" ? "videos" : "images");

/** Bytes and our token go to LinkedIn or nowhere. Throws StepFailedError. */
function address(value: Json | undefined, io: Io): string {
  const url = uploadAddressOf(value, DOMAIN, [io.endpoint("api"), io.endpoint("www")]);
  if (url === undefined) throw unreadable(NETWORK, "where the file goes");
  return url;
}

/** One after the other, from the first byte to the last. Throws StepFailedError. */
function videoPieces(value: JsonObject, { file, io }: UploadContext): Piece[] {
  const pieces = arrayOf(value["uploadInstructions"]).map((one) => {
    const { uploadUrl, firstByte, lastByte } = objectOf(one);
    return {
      url: address(uploadUrl, io),
      start: numberOf(firstByte) ?? -1,
      end: (numberOf(lastByte) ?? -2) + 1,
    };
  });
  const isWhole = pieces.every(({ start, end }, n) => start === (pieces[n - 1]?.end ?? 0) && end > start);
  if (!isWhole || pieces.at(-1)?.end !== file.size) throw unreadable(NETWORK, "the parts of the upload");
  return pieces;
}

// ---- sending

async function sendPieces(begun: StoredUpload, way: UploadContext): Promise<StoredUpload> {
  const { file, io } = way;
  let kept = begun;
  for (const { url, start, end } of kept.pieces.slice(kept.tags.length)) {
    const isVideo = file.kind === "video";
    const answer = await io.call({
      method: "PUT",
      url,
      headers: isVideo ? {} : api.headers(io, io.credentials),
      body: { bytes: byteRange(file, start, end), type: isVideo ? "application/octet-stream" : file.mime },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    const { headers } = await successOrRestart(answer, way);
    const tag = (headers["etag"] ?? "").replace(/^W\//, "").replaceAll('"', "");
    if (isVideo && !/^[\x21-\x7e]{1,500}$/.test(tag)) throw unreadable(NETWORK, "the receipt of an upload");
    kept = { ...kept, tags: [...kept.tags, tag] };
    if (isVideo) await way.keep(kept);
  }
  return kept;
}

async function finalize({ urn, uploadId, tags }: StoredUpload, way: UploadContext): Promise<void> {
  const { io } = way;
  const json = { finalizeUploadRequest: { video: urn, uploadToken: uploadId, uploadedPartIds: [...tags] } };
  const url = "/rest/videos?action=finalizeUpload";
  await successOrRestart(await api.send(io, io.credentials, { method: "POST", url, body: { json } }), way);
}

/** A file that LinkedIn refuses halfway is begun again, under another name. Throws StepFailedError unless the answer is a 2xx. */
async function successOrRestart(
  answer: Awaited<ReturnType<Io["call"]>>,
  { io, keep }: UploadContext,
): Promise<Answered> {
  const isRefused = answer.kind === "answered" && answer.status >= 400 && answer.status < 500;
  if (!isRefused || [401, 403, 429].includes(answer.status)) return api.success(answer, io, io.credentials);
  await keep(null);
  const detail = `LinkedIn answered ${answer.status} to an upload; it will be repeated.`;
  throw new StepFailedError({ kind: "busy", retryAfterMs: null, detail });
}

// ---- waiting

/** A member's token may not ask: then there is only a short wait. */
async function untilReady(urn: string, way: UploadContext): Promise<void> {
  const { file, io, keep } = way;
  const until = io.now() + POLL_FOR_MS;
  for (;;) {
    const state = await stateOf(urn, way);
    if (state === "hidden") return await io.pause(POLL_MS);
    if (state === "AVAILABLE") return;
    if (state === "gone" || state === "PROCESSING_FAILED") await keep(null);
    if (state === "PROCESSING_FAILED")
      throw new StepFailedError(
        refused("media", `LinkedIn could not process ${file.filename}. Use another file.`),
      );
    if (state === "gone" || io.now() > until || io.signal.aborted) {
      const detail = "LinkedIn is still processing the file.";
      throw new StepFailedError({ kind: "busy", retryAfterMs: 60_000, detail });
    }
    await io.pause(POLL_MS);
  }
}

async function stateOf(urn: string, { file, io }: UploadContext): Promise<Json | undefined> {
  const url = `/rest/${kindOf(file)}/${encodeURIComponent(urn)}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url });
  const status = answer.kind === "answered" ? answer.status : 0;
  if (status === 403) return "hidden";
  if (status === 404) return "gone";
  return objectOf(api.success(answer, io, io.credentials).json)["status"];
}
