// Uploads videos to a Page under an id that is known before anything is public (networks/facebook.facts.md 1.4, 1.5).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import type { RequestBody } from "../client/call.ts";
import { nodeOf, sendUpload, uploadAddress } from "../meta/graph.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io } from "../network.ts";
import { unreadable, busyStep } from "../client/outcome.ts";
import { idOf } from "../client/remote-post.ts";
import { NETWORK, nodeUrl, pageUrl, api } from "./api.ts";
import type { StagedFiles } from "./staged-files.ts";

/** Uploads a reel or a story, and resumes an interrupted upload. @returns the video's id. @throws StepFailedError */
export async function uploadVideo(
  file: DraftMedia,
  edge: "video_reels" | "video_stories",
  progress: StagedFiles,
  io: Io,
): Promise<string> {
  const earlier = textOf(progress.of(file.id)["video"]);
  const arrived = earlier === undefined ? null : await bytesReceived(earlier, file, io);
  if (arrived === null) await progress.save(file.id, await startUpload(edge, io));
  const { video, upload } = progress.of(file.id);
  const id = idOf(video, api.context(io, io.credentials));
  const url = uploadAddress(upload, io);
  if (id === undefined || url === undefined) throw unreadable(NETWORK, "the address for the upload");
  const offset = arrived ?? 0;
  if (offset >= file.size) return id;
  if (await sendUpload(file, { url, offset }, api, io)) return id;
  await progress.save(file.id, {});
  throw again("Facebook could not use the upload; Crier will repeat it.");
}

/** Starts an upload. @throws StepFailedError when the upload address is not Facebook's */
async function startUpload(edge: string, io: Io): Promise<JsonObject> {
  const { video_id, upload_url } = await post(pageUrl(io, edge, { upload_phase: "start" }), io);
  const upload = uploadAddress(upload_url, io);
  if (upload === undefined) throw unreadable(NETWORK, "the address for the upload");
  return { video: video_id ?? null, upload };
}

/** States in which an upload can't be resumed. */
const SPENT: readonly (string | undefined)[] = ["error", "expired"];

/** The number of bytes that Facebook has; null when the upload can't be resumed. */
async function bytesReceived(video: string, file: DraftMedia, io: Io): Promise<number | null> {
  const node = await nodeOf(api, io, io.credentials, nodeUrl(io, video, "status"));
  const status = objectOf(node?.["status"]);
  if (!node || SPENT.includes(textOf(status["video_status"]))) return null;
  const phase = objectOf(status["uploading_phase"]);
  if (phase["status"] === "complete") return file.size;
  // Both spellings are documented.
  return numberOf(phase["bytes_transfered"]) ?? numberOf(phase["bytes_transferred"]) ?? 0;
}

// ---- videos of any shape and length

/** The state of an upload in pieces: the byte range of the next piece. */
interface UploadSession {
  readonly video: string;
  readonly session: string;
  readonly from: number;
  readonly to: number;
}

/** Uploads a video in pieces. @returns the video's id, and that of the session that publishes it. @throws StepFailedError */
export async function uploadInPieces(
  file: DraftMedia,
  progress: StagedFiles,
  io: Io,
): Promise<Pick<UploadSession, "video" | "session">> {
  const stored = sessionIn(progress.of(file.id), io);
  const earlier = stored && (await bytesReceived(stored.video, file, io)) !== null ? stored : null;
  let now = earlier ?? (await openSession(file, io));
  if (!earlier) await progress.save(file.id, { ...now });
  while (now.from < now.to) {
    now = await transferPiece(file, now, progress, io);
    await progress.save(file.id, { ...now });
  }
  return now;
}

async function openSession(file: DraftMedia, io: Io): Promise<UploadSession> {
  const parameters = { upload_phase: "start", file_size: String(file.size) };
  const answer = await post(pageUrl(io, "videos", parameters), io);
  const { video_id: video = null, upload_session_id: session = null } = answer;
  const started = sessionIn({ video, session, ...piece(answer, file) }, io);
  if (!started) throw unreadable(NETWORK, "the upload's session");
  return started;
}

function sessionIn({ video, session, from, to }: JsonObject, io: Io): UploadSession | null {
  const context = api.context(io, io.credentials);
  const [id, of] = [idOf(video, context), idOf(session, context)];
  const known = id !== undefined && of !== undefined && typeof from === "number" && typeof to === "number";
  return known ? { video: id, session: of, from, to } : null;
}

async function transferPiece(
  file: DraftMedia,
  now: UploadSession,
  progress: StagedFiles,
  io: Io,
): Promise<UploadSession> {
  const { session, from, to } = now;
  const parameters = { upload_phase: "transfer", upload_session_id: session, start_offset: String(from) };
  const bytes = byteRange(file, from, to);
  const part = { name: "video_file_chunk", filename: file.filename, type: file.mime, bytes };
  try {
    const next = piece(await post(pageUrl(io, "videos", parameters), io, { parts: [part] }), file);
    if (next && next.from > from) return { ...now, ...next };
  } catch (error) {
    if (!isSpent(error)) throw error;
    await progress.save(file.id, {});
    throw again("Facebook did not accept a piece of the video; Crier will repeat the upload.");
  }
  throw unreadable(NETWORK, "which piece of the video is wanted");
}

/** Whether Facebook refused a piece, so that only a new session can succeed. */
function isSpent(error: unknown): boolean {
  return (
    error instanceof StepFailedError && error.outcome.kind === "refused" && error.outcome.category === "media"
  );
}

/** `start_offset` and `end_offset`, numbers as text; equal when everything is there. */
function piece({ start_offset, end_offset }: JsonObject, file: DraftMedia) {
  const [from, to] = [Number(start_offset ?? Number.NaN), Number(end_offset ?? Number.NaN)];
  const sound = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= file.size;
  return sound ? { from, to } : null;
}

async function post(url: string, io: Io, body: RequestBody = { json: {} }): Promise<JsonObject> {
  const request = { method: "POST", url, body, timeoutMs: UPLOAD_TIMEOUT_MS } as const;
  return await api.step(io, io.credentials, request);
}

function again(detail: string): StepFailedError {
  return busyStep(detail);
}
