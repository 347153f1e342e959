// Uploads files to LinkedIn: an image in one piece, a video in the pieces that LinkedIn asks for (networks/linkedin.facts.md 1).
import { untilProcessed } from "../client/wait.ts";
import { openProgress, type Progress } from "../client/progress.ts";
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import type { Answered } from "../client/call.ts";
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { DraftMedia, Io, Json } from "../network.ts";
import { unreadable, busyStep, refusedStep } from "../client/outcome.ts";
import { uploadAddressOf } from "../client/remote-post.ts";
import { NETWORK, api } from "./api.ts";

const DOMAIN = "linkedin.com";
const POLL_MS = 3000;
/** How long an upload address is used when LinkedIn names no end. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** A piece of a file and its upload address, a secret that is stored only while `prepare` may resume. */
type Piece = { readonly url: string; readonly start: number; readonly end: number };

/** What is stored of a file. The URN stays valid: the same post again must have the same files. */
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

/** Uploads the files, in order, and resumes what an earlier attempt started. @returns LinkedIn's URNs, ready to be shown */
export async function uploadAll(media: readonly DraftMedia[], owner: string, io: Io): Promise<string[]> {
  const progress = openProgress(io, (stored) => readUpload(stored, io.now()));
  const urns: string[] = [];
  for (const file of media) urns.push(await uploadFile({ file, owner, io, progress }));
  return urns;
}

interface UploadContext {
  readonly file: DraftMedia;
  readonly owner: string;
  readonly io: Io;
  readonly progress: Progress<StoredUpload>;
}

function readUpload(stored: JsonObject, now: number): StoredUpload | undefined {
  // Only this file writes these entries.
  const upload = stored as StoredUpload;
  return upload.state !== "open" || upload.until > now ? upload : undefined;
}

async function uploadFile(context: UploadContext): Promise<string> {
  const { file, progress } = context;
  let upload = progress.of(file.id) ?? (await startUpload(context));
  if (upload.state === "open") {
    upload = await sendPieces(upload, context);
    if (file.kind === "video") await finalize(upload, context);
    upload = await progress.store(file.id, { ...upload, pieces: [], uploadId: "", tags: [], state: "whole" });
  }
  if (upload.state === "whole") {
    await untilReady(upload.urn, context);
    upload = await progress.store(file.id, { ...upload, state: "ready" });
  }
  return upload.urn;
}

// ---- starting

async function startUpload(context: UploadContext): Promise<StoredUpload> {
  const { file, owner, io, progress } = context;
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
    ? videoPieces(value, context)
    : [{ url: address(value["uploadUrl"], io), start: 0, end: file.size }];
  const uploadId = isVideo ? (textOf(value["uploadToken"]) ?? "") : "";
  return await progress.store(file.id, { urn, pieces, until, uploadId, tags: [], state: "open" });
}

const kindOf = ({ kind }: DraftMedia) => (kind === "video" ? "videos" : "images");

/** The address, only if it is LinkedIn's: it receives the file and the token. @throws StepFailedError */
function address(value: Json | undefined, io: Io): string {
  const url = uploadAddressOf(value, DOMAIN, [io.endpoint("api"), io.endpoint("www")]);
  if (url === undefined) throw unreadable(NETWORK, "where the file goes");
  return url;
}

/** The pieces in order, which must cover the whole file. @throws StepFailedError */
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

async function sendPieces(started: StoredUpload, context: UploadContext): Promise<StoredUpload> {
  const { file, io, progress } = context;
  let upload = started;
  for (const { url, start, end } of upload.pieces.slice(upload.tags.length)) {
    const isVideo = file.kind === "video";
    const answer = await io.call({
      method: "PUT",
      url,
      headers: isVideo ? {} : api.headers(io, io.credentials),
      body: { bytes: byteRange(file, start, end), type: isVideo ? "application/octet-stream" : file.mime },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    const { headers } = await successOrRestart(answer, context);
    const tag = (headers["etag"] ?? "").replace(/^W\//, "").replaceAll('"', "");
    if (isVideo && !/^[\x21-\x7e]{1,500}$/.test(tag)) throw unreadable(NETWORK, "the receipt of an upload");
    upload = { ...upload, tags: [...upload.tags, tag] };
    if (isVideo) await progress.store(file.id, upload);
  }
  return upload;
}

async function finalize({ urn, uploadId, tags }: StoredUpload, context: UploadContext): Promise<void> {
  const { io } = context;
  const json = { finalizeUploadRequest: { video: urn, uploadToken: uploadId, uploadedPartIds: [...tags] } };
  const url = "/rest/videos?action=finalizeUpload";
  await successOrRestart(
    await api.send(io, io.credentials, { method: "POST", url, body: { json } }),
    context,
  );
}

/** A file that LinkedIn refuses halfway is uploaded again under another URN. @throws StepFailedError unless the answer is a 2xx */
async function successOrRestart(
  answer: Awaited<ReturnType<Io["call"]>>,
  { file, io, progress }: UploadContext,
): Promise<Answered> {
  const isRefused = answer.kind === "answered" && answer.status >= 400 && answer.status < 500;
  if (!isRefused || [401, 403, 429].includes(answer.status)) return api.success(answer, io, io.credentials);
  await progress.forget(file.id);
  throw busyStep(`LinkedIn answered ${answer.status} to an upload; Crier will repeat it.`);
}

// ---- waiting

/** A member's token may not ask for the state; then Crier only waits for a moment. */
async function untilReady(urn: string, context: UploadContext): Promise<void> {
  const { file, io, progress } = context;
  const detail = "LinkedIn is still processing the file.";
  await untilProcessed(io, detail, async () => {
    const state = await stateOf(urn, context);
    if (state === "AVAILABLE") return null;
    if (state === "hidden") {
      await io.pause(POLL_MS);
      return null;
    }
    if (state === "gone" || state === "PROCESSING_FAILED") await progress.forget(file.id);
    if (state === "gone") throw busyStep("LinkedIn lost an upload; Crier will repeat it.", 60_000);
    if (state === "PROCESSING_FAILED")
      throw refusedStep("media", `LinkedIn could not process ${file.filename}. Use another file.`);
    return POLL_MS;
  });
}

async function stateOf(urn: string, { file, io }: UploadContext): Promise<Json | undefined> {
  const url = `/rest/${kindOf(file)}/${encodeURIComponent(urn)}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url });
  const status = answer.kind === "answered" ? answer.status : 0;
  if (status === 403) return "hidden";
  if (status === 404) return "gone";
  return objectOf(api.success(answer, io, io.credentials).json)["status"];
}
