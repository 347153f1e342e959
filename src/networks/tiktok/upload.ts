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

/** Far from both edges, 5 and 64 MB, however TikTok counts a megabyte. The last piece takes what is left over. */
const PIECE = 10_000_000;
/** Upload addresses live an hour; one that is nearly over is not begun with. */
const UPLOAD_LIFETIME_MS = 50 * 60_000;
const MAX_RETRIES = 4;

/** What `io.save` keeps. Who knows the address can upload, so it is kept out of what is prepared. */
type StoredUpload = {
  readonly publishId: string;
  readonly url: string;
  readonly size: number;
  readonly at: number;
  readonly about: string;
};

export interface Uploaded {
  readonly publishId: string;
  /** Of the file, and how much of it TikTok has; bytes. */
  readonly size: number;
  readonly from: number;
}

/** How a file of this size is divided: TikTok rounds the number of pieces down. */
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

/** Null when there is nothing to go on with. Throws StepFailedError when TikTok can't be asked. */
export async function earlierUpload(io: Io): Promise<EarlierUpload | null> {
  const upload = storedUpload(io.saved, io);
  return upload ? { upload, state: await stateOf(upload, io) } : null;
}

/** An earlier attempt's last piece arrived after all: what is kept is this very post's, whatever it was made with. */
export function completeUpload(earlier: EarlierUpload | null): Uploaded | null {
  if (!earlier || earlier.state !== earlier.upload.size) return null;
  const { publishId, size } = earlier.upload;
  return { publishId, size, from: size };
}

/**
 * Uploads all but the last piece, going on where an interrupted attempt stopped. Throws StepFailedError.
 * @param info of the post; null for a draft, which takes none along
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

/** How many bytes TikTok has, or that this upload can't be gone on with. Throws StepFailedError when it can't be asked. */
async function stateOf({ publishId, size, at }: StoredUpload, io: Io): Promise<number | "spent"> {
  const answer = await askStatus(publishId, io);
  const status = statusOf(answer, io);
  if (status) return bytesOf(status, size, io.now() - at > UPLOAD_LIFETIME_MS);
  // It was never complete as far as anybody knows, and TikTok does not know it at all.
  if (answer.kind === "answered" && faultOf(answer)?.code === "invalid_publish_id") return "spent";
  dataOf(answer, io, io.credentials);
  throw unreadable(NETWORK, "the state of the upload");
}

/** An unfinished upload can't post: it may be left behind. A finished one never. */
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
  let [from, fruitless] = [start, 0];
  while (from < end) {
    const until = Math.min((Math.floor(from / PIECE) + 1) * PIECE, end);
    const answer = await sendPiece(upload, video, from, until, io, UPLOAD_TIMEOUT_MS);
    if (answer.kind === "answered" && answer.status === 206) {
      [from, fruitless] = [until, 0];
      continue;
    }
    if (answer.kind === "answered" && [403, 404].includes(answer.status)) throw await uploadLost(io);
    if (++fruitless > MAX_RETRIES || io.signal.aborted) throw uploadStalled();
    await io.pause(1000 * 2 ** fruitless);
    const there = await stateOf(upload, io);
    if (there === "spent") throw await uploadLost(io);
    if (there > from) fruitless = 0;
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

/** The bytes from `from` up to (not including) `until`. The address itself is the permission. */
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
