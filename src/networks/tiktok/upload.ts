// Uploads a video to TikTok in pieces, except the last one, after which TikTok posts it (networks/tiktok.facts.md 1.2).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import type { Answer } from "../client/call.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { StepFailedError, DraftMedia, Io, Json } from "../network.ts";
import { unreadable, refusedStep, busyStep } from "../client/outcome.ts";
import { uploadAddressOf } from "../client/remote-post.ts";
import { dataOf, faultOf, NETWORK, post, publishIdOf, api } from "./api.ts";
import { askStatus, statusOf, type Status } from "./status.ts";

/** Well between TikTok's limits of 5 and 64 MB. The last piece contains the remainder. */
const PIECE = 10_000_000;
/** Upload addresses are valid for an hour; one that is about to expire is not used. */
const UPLOAD_LIFETIME_MS = 50 * 60_000;
const MAX_RETRIES = 4;

/** What `io.save` stores. The address permits uploads, so it is not part of the prepared post. */
type StoredUpload = {
  readonly publishId: string;
  readonly url: string;
  readonly size: number;
  readonly at: number;
  readonly about: string;
};

export interface Uploaded {
  readonly publishId: string;
  /** The size of the file, and how much of it TikTok has; bytes. */
  readonly size: number;
  readonly from: number;
}

/** How to divide a file of this size; TikTok rounds the number of pieces down. */
export function piecesOf(size: number): { chunk_size: number; total_chunk_count: number } {
  const count = Math.floor(size / PIECE);
  return count < 2
    ? { chunk_size: size, total_chunk_count: 1 }
    : { chunk_size: PIECE, total_chunk_count: count };
}

/** Where the last piece begins. */
export function lastPieceStart(size: number): number {
  const { chunk_size: piece, total_chunk_count: count } = piecesOf(size);
  return piece * (count - 1);
}

/** What an earlier attempt left at TikTok. */
export interface EarlierUpload {
  readonly upload: StoredUpload;
  readonly state: number | "spent";
}

/** The upload to resume; null when there is none. @throws StepFailedError when TikTok can't be asked */
export async function earlierUpload(io: Io): Promise<EarlierUpload | null> {
  const upload = storedUpload(io.saved, io);
  return upload ? { upload, state: await stateOf(upload, io) } : null;
}

/** Set when the last piece of an earlier attempt did arrive: the upload is this post's, whatever it was started with. */
export function completeUpload(earlier: EarlierUpload | null): Uploaded | null {
  if (!earlier || earlier.state !== earlier.upload.size) return null;
  const { publishId, size } = earlier.upload;
  return { publishId, size, from: size };
}

/**
 * Uploads all but the last piece, and resumes an interrupted upload. @throws StepFailedError
 * @param info of the post; null for a draft, which has none
 */
export async function uploadAllButLast(
  video: DraftMedia,
  info: JsonObject | null,
  earlier: EarlierUpload | null,
  io: Io,
): Promise<Uploaded> {
  const { size } = video;
  const about = fingerprint([info, video.id, video.mime, size]);
  if (earlier && earlier.state !== "spent" && earlier.upload.about === about) {
    const { publishId } = earlier.upload;
    return { publishId, size, from: await sendAllButLast(video, earlier.upload, earlier.state, io) };
  }
  const fresh = { ...(await startUpload(video, info, io)), at: io.now(), about };
  await io.save(fresh);
  return { publishId: fresh.publishId, size, from: await sendAllButLast(video, fresh, 0, io) };
}

function fingerprint(what: Json): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(what)).digest("hex");
}

/** What `prepare` saved; undefined when there is none, or its address is not TikTok's. */
export function storedUpload(saved: Json, io: Io): StoredUpload | undefined {
  const { publishId, url, size, at, about } = objectOf(saved);
  const address = addressOf(url, io);
  const id = publishIdOf(publishId, api.context(io, io.credentials));
  const [total, since, what] = [numberOf(size), numberOf(at), textOf(about)];
  if (address === undefined || id === undefined || what === undefined) return undefined;
  if (total === undefined || since === undefined) return undefined;
  return { publishId: id, url: address, size: total, at: since, about: what };
}

function addressOf(url: Json | undefined, io: Io): string | undefined {
  return uploadAddressOf(url, "tiktokapis.com", [io.endpoint("api")]);
}

async function startUpload({ size }: DraftMedia, info: JsonObject | null, io: Io) {
  const source = { source: "FILE_UPLOAD", video_size: size, ...piecesOf(size) };
  const [path, body] = info
    ? ["post/publish/video/init/", { post_info: info, source_info: source }]
    : ["post/publish/inbox/video/init/", { source_info: source }];
  const data = dataOf(await post(io, io.credentials, path, body), io, io.credentials);
  const publishId = publishIdOf(data["publish_id"], api.context(io, io.credentials));
  if (publishId === undefined) throw unreadable(NETWORK, "the upload");
  const url = addressOf(data["upload_url"], io);
  if (url !== undefined) return { publishId, url, size };
  const detail = "TikTok returned an upload address that is not its own, so Crier uploaded nothing.";
  throw refusedStep("unknown", detail);
}

/** The number of bytes that TikTok has; "spent" when the upload can't be resumed. @throws StepFailedError when it can't be asked */
async function stateOf({ publishId, size, at }: StoredUpload, io: Io): Promise<number | "spent"> {
  const answer = await askStatus(publishId, io);
  const status = statusOf(answer, io);
  if (status) return bytesOf(status, size, io.now() - at > UPLOAD_LIFETIME_MS);
  // The upload was never known to be complete, and TikTok does not know it.
  if (answer.kind === "answered" && faultOf(answer)?.code === "invalid_publish_id") return "spent";
  dataOf(answer, io, io.credentials);
  throw unreadable(NETWORK, "the state of the upload");
}

/** An unfinished upload can't post, so it may be abandoned; a finished one may not. */
function bytesOf(status: Status, size: number, isOld: boolean): number | "spent" {
  if (status.kind === "failed") return "spent";
  if (status.kind !== "uploading" || status.bytes >= size) return size;
  return isOld ? "spent" : status.bytes;
}

// ---- pieces

async function sendAllButLast(
  video: DraftMedia,
  upload: StoredUpload,
  start: number,
  io: Io,
): Promise<number> {
  const end = lastPieceStart(upload.size);
  let [from, retries] = [start, 0];
  while (from < end) {
    const until = Math.min((Math.floor(from / PIECE) + 1) * PIECE, end);
    const answer = await sendPiece(upload, video, from, until, io, UPLOAD_TIMEOUT_MS);
    if (answer.kind === "answered" && answer.status === 206) {
      [from, retries] = [until, 0];
      continue;
    }
    if (answer.kind === "answered" && [403, 404].includes(answer.status)) throw await uploadLost(io);
    if (++retries > MAX_RETRIES || io.signal.aborted) throw uploadStalled();
    await io.pause(1000 * 2 ** retries);
    const there = await stateOf(upload, io);
    if (there === "spent") throw await uploadLost(io);
    if (there > from) retries = 0;
    from = there;
  }
  return from;
}

async function uploadLost(io: Io): Promise<StepFailedError> {
  await io.save(null);
  return busyStep("TikTok lost the upload; Crier will repeat it.");
}

function uploadStalled(): StepFailedError {
  const detail = "TikTok discarded the uploaded pieces; Crier will try again later.";
  return busyStep(detail);
}

/** Sends the bytes from `from` up to (not including) `until`. The address is the permission. */
export function sendPiece(
  { url, size }: Pick<StoredUpload, "url" | "size">,
  video: DraftMedia,
  from: number,
  until: number,
  io: Io,
  timeoutMs: number,
): Promise<Answer> {
  return io.call({
    method: "PUT",
    url,
    headers: { "content-range": `bytes ${from}-${until - 1}/${size}` },
    body: { bytes: byteRange(video, from, until), type: video.mime },
    timeoutMs,
  });
}
