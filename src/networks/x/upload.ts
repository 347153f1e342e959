// Uploads files to X: an image in one request, GIFs and videos in pieces, then their alternative text (networks/x.facts.md 1).
import { untilProcessed } from "../client/wait.ts";
import { openProgress, type Progress } from "../client/progress.ts";
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import type { Answered } from "../client/call.ts";
import { byteRange } from "../client/body.ts";
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { StepFailedError, DraftMedia, Io } from "../network.ts";
import { unreadable, refusedStep, busyStep } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { errorOf, NETWORK, step, api } from "./api.ts";

/** X accepts at most 1,000 pieces of at most 5 MB. */
const PIECE = 4 * 1024 * 1024;
const MAX_PIECES = 1000;
/** X states how long it keeps a file; it must still be there when the post is sent. */
const SPARE_MS = 60 * 60_000;
const DEFAULT_LIFETIME_S = 86_400;
const MAX_POLL_MS = 10_000;

export interface Uploaded {
  readonly id: string;
  /** How a post names the file among its attachments. */
  readonly key: string;
}

/** What is stored of a file. */
type StoredUpload = {
  readonly id: string;
  readonly key: string;
  /** When X deletes it, ms since 1970. */
  readonly until: number;
  /** Number of pieces that X has received. */
  readonly pieces: number;
  readonly state: "open" | "whole" | "ready" | "described";
};

/** Uploads the media, in order, each ready to be attached, and resumes what an earlier attempt started. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<Uploaded[]> {
  const progress = openProgress(io, (stored) => readUpload(stored, io.now()));
  const uploaded: Uploaded[] = [];
  for (const file of media) uploaded.push(await uploadFile({ file, io, progress }));
  return uploaded;
}

interface UploadContext {
  readonly file: DraftMedia;
  readonly io: Io;
  readonly progress: Progress<StoredUpload>;
}

function readUpload(stored: JsonObject, now: number): StoredUpload | undefined {
  return (numberOf(stored["until"]) ?? 0) - SPARE_MS > now ? (stored as StoredUpload) : undefined;
}

async function uploadFile(context: UploadContext): Promise<Uploaded> {
  const { file, io, progress } = context;
  let upload = progress.of(file.id) ?? (await progress.store(file.id, await startUpload(file, io)));
  if (upload.state === "open") {
    upload = await sendPieces(upload, context);
    await finalize(upload, context);
    upload = await progress.store(file.id, { ...upload, state: "whole" });
  }
  if (upload.state === "whole") {
    await untilReady(upload, context);
    upload = await progress.store(file.id, { ...upload, state: "ready" });
  }
  if (upload.state === "ready" && file.altText) {
    await describe(upload.id, file.altText, io);
    upload = await progress.store(file.id, { ...upload, state: "described" });
  }
  return { id: upload.id, key: upload.key };
}

function startUpload(file: DraftMedia, io: Io): Promise<StoredUpload> {
  return file.kind === "image" && file.mime !== "image/gif" ? uploadImage(file, io) : initialize(file, io);
}

async function uploadImage(file: DraftMedia, io: Io): Promise<StoredUpload> {
  const part = { name: "media", filename: file.filename, type: file.mime, bytes: byteRange(file) };
  const data = await step(io, {
    method: "POST",
    url: "/2/media/upload",
    body: { parts: [{ name: "media_category", value: "tweet_image" }, part] },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return { ...uploadIn(data, io), pieces: 1, state: isObject(data["processing_info"]) ? "whole" : "ready" };
}

async function initialize(file: DraftMedia, io: Io): Promise<StoredUpload> {
  if (Math.ceil(file.size / PIECE) > MAX_PIECES) {
    const detail = `${file.filename} is too large: X accepts at most ${MAX_PIECES} pieces of 4 MB.`;
    throw refusedStep("media", detail);
  }
  const category = file.kind === "video" ? "tweet_video" : "tweet_gif";
  const json = { media_type: file.mime, total_bytes: file.size, media_category: category };
  const data = await step(io, { method: "POST", url: "/2/media/upload/initialize", body: { json } });
  return { ...uploadIn(data, io), pieces: 0, state: "open" };
}

function uploadIn(data: JsonObject, io: Io): Pick<StoredUpload, "id" | "key" | "until"> {
  const context = api.context(io, io.credentials);
  const [id, key] = [idOf(data["id"], context), idOf(data["media_key"], context)];
  if (id === undefined || key === undefined) throw unreadable(NETWORK, "the uploaded file");
  const seconds = numberOf(data["expires_after_secs"]) ?? DEFAULT_LIFETIME_S;
  return { id, key, until: io.now() + seconds * 1000 };
}

async function sendPieces(started: StoredUpload, context: UploadContext): Promise<StoredUpload> {
  const { file, io, progress } = context;
  let upload = started;
  for (let start = upload.pieces * PIECE; start < file.size; start += PIECE) {
    const bytes = byteRange(file, start, Math.min(start + PIECE, file.size));
    const part = { name: "media", filename: file.filename, type: file.mime, bytes };
    await step(io, {
      method: "POST",
      url: `/2/media/upload/${upload.id}/append`,
      body: { parts: [{ name: "segment_index", value: String(upload.pieces) }, part] },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    upload = await progress.store(file.id, { ...upload, pieces: upload.pieces + 1 });
  }
  return upload;
}

/** Where X lost pieces, the next attempt uploads the file again from the beginning, under another id. */
async function finalize({ id }: StoredUpload, context: UploadContext): Promise<void> {
  const { io } = context;
  const url = `${io.endpoint("api")}/2/media/upload/${id}/finalize`;
  const answer = await api.send(io, io.credentials, { method: "POST", url });
  const message = answer.kind === "answered" && answer.status === 400 ? errorOf(answer)?.all : undefined;
  if (message !== undefined && /segment/i.test(message)) throw await uploadLost(context);
  api.success(answer, io, io.credentials);
}

async function untilReady({ id }: StoredUpload, context: UploadContext): Promise<void> {
  const { file, io, progress } = context;
  await untilProcessed(io, "X is still processing the file.", async () => {
    const info = await processing(id, io);
    if (info === "lost") throw await uploadLost(context);
    const { state, check_after_secs: seconds, error } = info;
    if (state === undefined || state === "succeeded") return null;
    if (state === "failed") {
      await progress.forget(file.id);
      throw processingFailed(objectOf(error), io);
    }
    return Math.min((numberOf(seconds) ?? 1) * 1000, MAX_POLL_MS);
  });
}

/** Empty when there is nothing to wait for; "lost" when X no longer knows the file. */
async function processing(id: string, io: Io): Promise<JsonObject | "lost"> {
  const url = `${io.endpoint("api")}/2/media/upload?command=STATUS&media_id=${id}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url });
  if (isGone(answer)) return "lost";
  return objectOf(
    objectOf(objectOf(api.success(answer, io, io.credentials).json)["data"])["processing_info"],
  );
}

function isGone(answer: Answered | { readonly kind: "lost" | "unsent" }): boolean {
  return answer.kind === "answered" && answer.status === 404;
}

async function uploadLost({ file, progress }: UploadContext): Promise<StepFailedError> {
  await progress.forget(file.id);
  return busyStep("X lost parts of an upload; Crier will repeat it.");
}

function processingFailed({ name, message }: JsonObject, io: Io): StepFailedError {
  const quoted = quote(textOf(message) ?? textOf(name) ?? "no reason given", api.context(io, io.credentials));
  const detail = `X could not process the file: ${quoted.replace(/\.$/, "")}.`;
  // An internal error of X: the same file may succeed the next time.
  if (name === "InternalError") return busyStep(detail);
  return refusedStep("media", `${detail} Use another file.`);
}

async function describe(id: string, text: string, io: Io): Promise<void> {
  const json = { id, metadata: { alt_text: { text } } };
  await step(io, { method: "POST", url: "/2/media/metadata", body: { json } });
}
