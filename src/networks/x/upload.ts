// Brings files to X: an image in one request, GIFs and videos in pieces, then their alternative text (networks/x.facts.md 1).
import type { Answered } from "../client/call.ts";
import { byteRange } from "../client/body.ts";
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type Json } from "../network.ts";
import { unreadable, refused } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { errorOf, NETWORK, step, api } from "./api.ts";

/** X takes at most 1,000 pieces of at most 5 MB. */
const PIECE = 4 * 1024 * 1024;
const MAX_PIECES = 1000;
/** X says how long it keeps a file; it must last until the post is sent. */
const SPARE_MS = 60 * 60_000;
const DEFAULT_LIFETIME_S = 86_400;
const UPLOAD_TIMEOUT_MS = 600_000;
const MAX_POLL_MS = 10_000;
const POLL_FOR_MS = 15 * 60_000;

export interface Uploaded {
  readonly id: string;
  /** What a post that has the file names in its list of attachments. */
  readonly key: string;
}

/** What `io.save` keeps of a file, by media id. */
type StoredUpload = {
  readonly id: string;
  readonly key: string;
  /** When X forgets it, ms since 1970. */
  readonly until: number;
  /** Pieces that X has. */
  readonly pieces: number;
  readonly state: "open" | "whole" | "ready" | "described";
};
type Progress = Readonly<Record<string, StoredUpload>>;

/** The media of a post, in order, each ready to be attached. Goes on where an interrupted attempt ended. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<Uploaded[]> {
  let progress = readProgress(io.saved, io.now());
  const uploaded: Uploaded[] = [];
  for (const file of media)
    uploaded.push(await uploadFile(file, { io, keep, kept: () => progress[file.id], forget }));
  return uploaded;

  async function keep(file: DraftMedia, kept: StoredUpload): Promise<StoredUpload> {
    progress = { ...progress, [file.id]: kept };
    await io.save(progress);
    return kept;
  }
  async function forget(file: DraftMedia): Promise<void> {
    const { [file.id]: _, ...others } = progress;
    progress = others;
    await io.save(progress);
  }
}

interface UploadContext {
  readonly io: Io;
  kept(): StoredUpload | undefined;
  keep(file: DraftMedia, kept: StoredUpload): Promise<StoredUpload>;
  forget(file: DraftMedia): Promise<void>;
}

function readProgress(saved: Json, now: number): Progress {
  const progress: Record<string, StoredUpload> = {};
  for (const [fileId, kept] of Object.entries(objectOf(saved))) {
    if (isObject(kept) && (numberOf(kept["until"]) ?? 0) - SPARE_MS > now)
      progress[fileId] = kept as StoredUpload;
  }
  return progress;
}

async function uploadFile(file: DraftMedia, way: UploadContext): Promise<Uploaded> {
  const { io, keep } = way;
  let kept = way.kept() ?? (await keep(file, await startUpload(file, io)));
  if (kept.state === "open") {
    kept = await sendPieces(file, kept, way);
    await finalize(file, kept, way);
    kept = await keep(file, { ...kept, state: "whole" });
  }
  if (kept.state === "whole") {
    await untilReady(file, kept, way);
    kept = await keep(file, { ...kept, state: "ready" });
  }
  if (kept.state === "ready" && file.altText && file.kind === "image") {
    await describe(kept.id, file.altText, io);
    kept = await keep(file, { ...kept, state: "described" });
  }
  return { id: kept.id, key: kept.key };
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
    const detail = `${file.filename} is too large: X takes at most ${MAX_PIECES} pieces of 4 MB.`;
    throw new StepFailedError(refused("media", detail));
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

async function sendPieces(
  file: DraftMedia,
  begun: StoredUpload,
  { io, keep }: UploadContext,
): Promise<StoredUpload> {
  let kept = begun;
  for (let start = kept.pieces * PIECE; start < file.size; start += PIECE) {
    const bytes = byteRange(file, start, Math.min(start + PIECE, file.size));
    const part = { name: "media", filename: file.filename, type: file.mime, bytes };
    await step(io, {
      method: "POST",
      url: `/2/media/upload/${kept.id}/append`,
      body: { parts: [{ name: "segment_index", value: String(kept.pieces) }, part] },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    kept = await keep(file, { ...kept, pieces: kept.pieces + 1 });
  }
  return kept;
}

/** Pieces that X lost are sent again with the next try: from the beginning, under another id. */
async function finalize(
  file: DraftMedia,
  { id }: StoredUpload,
  { io, forget }: UploadContext,
): Promise<void> {
  const url = `${io.endpoint("api")}/2/media/upload/${id}/finalize`;
  const answer = await api.send(io, io.credentials, { method: "POST", url });
  const message = answer.kind === "answered" && answer.status === 400 ? errorOf(answer)?.all : undefined;
  if (message !== undefined && /segment/i.test(message)) throw await uploadLost(file, forget);
  api.success(answer, io, io.credentials);
}

async function untilReady(
  file: DraftMedia,
  { id }: StoredUpload,
  { io, forget }: UploadContext,
): Promise<void> {
  const until = io.now() + POLL_FOR_MS;
  for (;;) {
    const info = await processing(id, io);
    if (info === "lost") throw await uploadLost(file, forget);
    const { state, check_after_secs: seconds, error } = info;
    if (state === undefined || state === "succeeded") return;
    if (state === "failed") {
      await forget(file);
      throw processingFailed(objectOf(error), io);
    }
    if (io.now() > until || io.signal.aborted) {
      const detail = "X is still processing the file.";
      throw new StepFailedError({ kind: "busy", retryAfterMs: 60_000, detail });
    }
    await io.pause(Math.min((numberOf(seconds) ?? 1) * 1000, MAX_POLL_MS));
  }
}

/** Empty when there is nothing to wait for; "lost" when X does not know the file any more. */
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

async function uploadLost(file: DraftMedia, forget: UploadContext["forget"]): Promise<StepFailedError> {
  await forget(file);
  const detail = "X lost parts of an upload; it will be repeated.";
  return new StepFailedError({ kind: "busy", retryAfterMs: null, detail });
}

function processingFailed({ name, message }: JsonObject, io: Io): StepFailedError {
  const why = quote(textOf(message) ?? textOf(name) ?? "no reason given", api.context(io, io.credentials));
  // X itself failed: the same file may do the next time.
  if (name === "InternalError")
    return new StepFailedError({
      kind: "busy",
      retryAfterMs: null,
      detail: `X could not process the file: ${why}.`,
    });
  const detail = `X could not process the file: ${why.replace(/\.$/, "")}. Use another file.`;
  return new StepFailedError(refused("media", detail));
}

async function describe(id: string, text: string, io: Io): Promise<void> {
  const json = { id, metadata: { alt_text: { text } } };
  await step(io, { method: "POST", url: "/2/media/metadata", body: { json } });
}
