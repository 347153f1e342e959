// Uploads a video to YouTube in pieces, and reads the state of an upload (networks/youtube.facts.md 1, 2).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import type { Answer, Answered } from "../client/call.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type Json } from "../network.ts";
import { idOf, uploadAddressOf } from "../client/remote-post.ts";
import { api } from "./api.ts";
import type { Resource } from "./post.ts";
import { refusedStep, busyStep, notSentStep } from "../client/outcome.ts";

/** All pieces except the last one are multiples of this. */
const UNIT = 262_144;
const PIECE = 64 * UNIT;
/** How often in a row a piece may be lost before the attempt fails. */
const MAX_RETRIES = 4;

/** An upload's address permits uploads, so it is not part of the prepared post. */
export interface Session {
  readonly url: string;
  /** The whole file, bytes. */
  readonly size: number;
}

/** What `io.save` keeps. */
type StoredUpload = { readonly url: string; readonly size: number; readonly about: string };

export interface Uploaded {
  /** Of the file, bytes. */
  readonly size: number;
  /** How many of them YouTube has: all only if the last piece of an earlier attempt did arrive. */
  readonly from: number;
}

/** Uploads all but the last piece, and resumes an interrupted upload. @throws StepFailedError */
export async function uploadAllButLast(video: DraftMedia, resource: Resource, io: Io): Promise<Uploaded> {
  const { size } = video;
  const about = fingerprint([resource.query, resource.body, video.id, video.mime, size]);
  const earlier = storedSession(io.saved, io);
  const state = earlier && (await readState(earlier, io));
  // The stored upload is this post's, whatever it was started with.
  if (earlier && state?.kind === "complete") return { size: earlier.size, from: earlier.size };
  if (earlier?.about === about && state?.kind === "partial")
    return { size, from: await sendAllButLast(video, earlier, state, io) };
  const url = await startUpload(video, resource, io);
  await io.save({ url, size, about });
  return { size, from: await sendAllButLast(video, { url, size }, { kind: "partial", next: 0 }, io) };
}

function fingerprint(what: Json): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(what)).digest("hex");
}

/** The session that `prepare` saved; undefined when there is none, or its address is not YouTube's. */
export function storedSession(saved: Json, io: Io): StoredUpload | undefined {
  const { url, size, about } = objectOf(saved);
  const address = addressOf(url, io);
  const [total, what] = [numberOf(size), textOf(about)];
  if (address === undefined || total === undefined || what === undefined) return undefined;
  return { url: address, size: total, about: what };
}

function addressOf(url: Json | undefined, io: Io): string | undefined {
  return uploadAddressOf(url, "googleapis.com", [io.endpoint("api")]);
}

async function startUpload({ mime, size }: DraftMedia, { query, body }: Resource, io: Io): Promise<string> {
  const sent = await api.send(io, io.credentials, {
    method: "POST",
    url: `${io.endpoint("api")}/upload/youtube/v3/videos?uploadType=resumable&${query}`,
    headers: { "x-upload-content-length": String(size), "x-upload-content-type": mime },
    body: { json: body },
  });
  const url = addressOf(api.success(sent, io, io.credentials).headers["location"], io);
  if (url !== undefined) return url;
  const detail = "YouTube returned an upload address that is not its own, so Crier uploaded nothing.";
  throw refusedStep("unknown", detail);
}

// ---- pieces

async function sendAllButLast(
  video: DraftMedia,
  session: Session,
  start: UploadState,
  io: Io,
): Promise<number> {
  const end = lastPieceStart(session.size);
  let state = start;
  let retries = 0;
  while (state.kind === "partial" && state.next < end) {
    const from = state.next;
    const answer = await sendPiece(session, video, { from, until: Math.min(from + PIECE, end) }, io);
    const reported = stateOf(answer);
    if (reported?.kind === "partial" && reported.next > from) retries = 0;
    else if (++retries > MAX_RETRIES || io.signal.aborted || !isInterruption(answer, reported))
      throw uploadStalled(answer, io);
    else await io.pause(1000 * 2 ** retries);
    state = reported ?? (await readState(session, io));
  }
  if (state.kind === "partial") return state.next;
  if (state.kind === "complete") return session.size;
  await io.save(null);
  throw busyStep("YouTube lost the upload; Crier will repeat it.");
}

/** The last piece is small: the shorter the request that publishes, the less likely its response is lost. */
function lastPieceStart(size: number): number {
  return Math.max(0, Math.ceil(size / UNIT) - 1) * UNIT;
}

/** Whether a piece did not arrive completely, so that YouTube must report where to resume. */
function isInterruption(answer: Answer, reported: UploadState | undefined): boolean {
  if (answer.kind !== "answered" || reported !== undefined) return true;
  return answer.status >= 500 || answer.status === 400 || answer.status === 408;
}

function uploadStalled(answer: Answer, io: Io): StepFailedError {
  const detail = "YouTube discarded the uploaded pieces; Crier will try again later.";
  if (answer.kind === "answered" && answer.status === 308) return busyStep(detail);
  try {
    api.success(answer, io, io.credentials);
  } catch (error) {
    if (error instanceof StepFailedError) return error;
    throw error;
  }
  return busyStep(detail);
}

/** The bytes from `from` up to (not including) `until`. */
function sendPiece(
  { url, size }: Session,
  video: DraftMedia,
  { from, until }: { from: number; until: number },
  io: Io,
  timeoutMs = UPLOAD_TIMEOUT_MS,
): Promise<Answer> {
  const range = `bytes ${from}-${until - 1}/${size}`;
  return api.send(io, io.credentials, {
    method: "PUT",
    url,
    headers: { "content-range": range },
    body: { bytes: byteRange(video, from, until), type: video.mime },
    timeoutMs,
  });
}

/** Sends the last piece, from `from` to the end; if YouTube already has every byte, only reads the upload's state. */
export function sendLast(
  session: Session,
  video: DraftMedia,
  from: number,
  io: Io,
  timeoutMs: number,
): Promise<Answer> {
  if (from >= session.size) return queryUpload(session, io, timeoutMs);
  return sendPiece(session, video, { from, until: session.size }, io, timeoutMs);
}

// ---- the state of an upload

export type UploadState =
  /** YouTube has the bytes before `next`, and no video. */
  | { readonly kind: "partial"; readonly next: number }
  | { readonly kind: "complete"; readonly video: JsonObject }
  | { readonly kind: "gone" };

/** Reads the upload's state; publishes nothing. */
export function queryUpload({ url, size }: Session, io: Io, timeoutMs = 60_000): Promise<Answer> {
  const headers = { "content-range": `bytes */${size}` };
  return api.send(io, io.credentials, { method: "PUT", url, headers, timeoutMs });
}

/** The upload's state. @throws StepFailedError when YouTube does not report it */
async function readState(session: Session, io: Io): Promise<UploadState> {
  const answer = await queryUpload(session, io);
  const state = stateOf(answer);
  if (state) return state;
  api.success(answer, io, io.credentials);
  throw notSentStep("YouTube did not report the status of the upload.");
}

/** The upload's state according to a response; undefined when that is not clear. */
export function stateOf(answer: Answer): UploadState | undefined {
  if (answer.kind !== "answered") return undefined;
  if (answer.status === 404 || answer.status === 410) return { kind: "gone" };
  if (answer.status === 308) return partOf(answer);
  if (answer.status !== 200 && answer.status !== 201) return undefined;
  const video = objectOf(answer.json);
  return video["kind"] === "youtube#video" ? { kind: "complete", video } : undefined;
}

/** `Range: bytes=0-N`; no header while YouTube has nothing. A 308 with a Location is a redirect, not YouTube's status. */
function partOf({ headers }: Answered): UploadState | undefined {
  const { range, location } = headers;
  if (location !== undefined) return undefined;
  if (range === undefined) return { kind: "partial", next: 0 };
  const last = /^bytes=0-(\d{1,15})$/.exec(range)?.[1];
  return last === undefined ? undefined : { kind: "partial", next: Number(last) + 1 };
}

/** The id of a video resource. */
export function videoId(video: JsonObject, io: Io): string | undefined {
  return idOf(video["id"], api.context(io, io.credentials));
}
