// Uploads files to Bluesky: images to the account's server, videos through the video service (networks/bluesky.facts.md 1).
import { untilProcessed } from "../client/wait.ts";
import { openProgress, type Progress } from "../client/progress.ts";
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { StepFailedError, DraftMedia, Io } from "../network.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { didOf, errorOf, NETWORK, pdsOf, xrpc, api } from "./api.ts";
import { bearer } from "../client/api.ts";

export const VIDEO_SERVICE = "https://video.bsky.app";
/** Servers that Bluesky hosts are below this name; only their accounts can certainly use its video service. */
const BLUESKY_HOSTS = ".host.bsky.network";

/** Servers delete a blob that no record uses after "minutes to hours", so older ones are uploaded again. */
const UPLOAD_LIFETIME_MS = 30 * 60_000;
const POLL_MS = 1500;

/** What is stored of a file: the finished blob, or the job of a video that is still being processed. */
type StoredUpload =
  { readonly at: number; readonly blob: JsonObject } | { readonly at: number; readonly job: string };

/** Uploads the media, in order, except what an earlier attempt finished. @returns the blobs. @throws StepFailedError */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<JsonObject[]> {
  const progress = openProgress(io, (stored) => readUpload(stored, io.now()));
  const blobs: JsonObject[] = [];
  for (const file of media) {
    const stored = progress.of(file.id);
    const blob = stored && "blob" in stored ? stored.blob : await uploadFile(file, stored?.job, progress, io);
    await progress.store(file.id, { at: stored?.at ?? io.now(), blob });
    blobs.push(blob);
  }
  return blobs;
}

function uploadFile(
  file: DraftMedia,
  job: string | undefined,
  progress: Progress<StoredUpload>,
  io: Io,
): Promise<JsonObject> {
  if (file.kind === "image" || !hasVideoService(io)) return uploadBlob(file, io);
  return uploadVideo(file, job, progress, io);
}

function readUpload({ at, blob, job }: JsonObject, now: number): StoredUpload | undefined {
  if (typeof at !== "number" || now - at > UPLOAD_LIFETIME_MS) return undefined;
  if (isObject(blob)) return { at, blob };
  return typeof job === "string" ? { at, job } : undefined;
}

async function uploadBlob(file: DraftMedia, io: Io): Promise<JsonObject> {
  const answer = await api.step(io, io.credentials, {
    method: "POST",
    url: xrpc(pdsOf(io.credentials), "com.atproto.repo.uploadBlob"),
    headers: bearer(io.credentials["accessJwt"]),
    body: { bytes: byteRange(file), type: file.mime },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  const blob = blobIn(answer);
  if (!blob) throw unreadable(NETWORK, "the uploaded file");
  const sniffed = textOf(blob["mimeType"]) ?? "";
  if (sniffed.startsWith(`${file.kind}/`)) return blob;
  const type = quote(sniffed, api.context(io, io.credentials));
  const detail = `Bluesky reads ${file.filename} as ${type}, not as ${file.kind}. Use another file.`;
  throw refusedStep("media", detail);
}

// ---- video

/** Whether the account's server accepts videos from the service: Bluesky's own do; an operator may name another one. */
export function hasVideoService(io: Io): boolean {
  const host = URL.parse(pdsOf(io.credentials))?.hostname ?? "";
  return host.endsWith(BLUESKY_HOSTS) || io.endpoint("video") !== VIDEO_SERVICE;
}

/** Proof to another service that this account allowed one kind of call, for half an hour. */
export async function serviceAuth(aud: string, lxm: string, io: Io): Promise<string> {
  const exp = String(Math.floor(io.now() / 1000) + 1800);
  const url = xrpc(pdsOf(io.credentials), "com.atproto.server.getServiceAuth", { aud, lxm, exp });
  const { token } = await api.step(io, io.credentials, {
    method: "GET",
    url,
    headers: bearer(io.credentials["accessJwt"]),
  });
  return textOf(token) ?? Promise.reject(unreadable(NETWORK, "the permission to upload"));
}

async function uploadVideo(
  file: DraftMedia,
  earlierJob: string | undefined,
  progress: Progress<StoredUpload>,
  io: Io,
): Promise<JsonObject> {
  let status = earlierJob === undefined ? await startVideo(file, io) : undefined;
  const job = earlierJob ?? textOf(status?.["jobId"]);
  if (job !== undefined && earlierJob === undefined) await progress.store(file.id, { at: io.now(), job });
  let blob: JsonObject | undefined;
  await untilProcessed(io, "Bluesky is still processing the video.", async () => {
    const latest = status ?? (job === undefined ? {} : await jobStatus(job, io));
    status = undefined;
    if (latest["state"] === "JOB_STATE_FAILED") throw videoFailed(latest, io);
    if (isObject(latest["blob"])) blob = latest["blob"];
    else if (job === undefined) throw unreadable(NETWORK, "the state of the video");
    return blob ? null : POLL_MS;
  });
  if (!blob) throw unreadable(NETWORK, "the uploaded video");
  return blob;
}

async function startVideo(file: DraftMedia, io: Io): Promise<JsonObject> {
  const host = new URL(pdsOf(io.credentials)).host.replace(":", "%3A");
  const token = await serviceAuth(`did:web:${host}`, "com.atproto.repo.uploadBlob", io);
  const query = { did: didOf(io.credentials), name: file.filename };
  const answer = await io.call({
    method: "POST",
    url: xrpc(io.endpoint("video"), "app.bsky.video.uploadVideo", query),
    headers: bearer(token),
    body: { bytes: byteRange(file), type: file.mime },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  // The same bytes were processed before: the "error" contains the job, and nothing else is needed.
  if (answer.kind === "answered" && errorOf(answer)?.name === "already_exists")
    return statusIn(objectOf(answer.json));
  return statusIn(objectOf(api.success(answer, io, io.credentials).json));
}

async function jobStatus(jobId: string, io: Io): Promise<JsonObject> {
  const url = xrpc(io.endpoint("video"), "app.bsky.video.getJobStatus", { jobId });
  const status = statusIn(await api.step(io, io.credentials, { method: "GET", url }));
  return status["state"] === undefined ? { ...status, state: "JOB_STATE_CREATED" } : status;
}

/** The documents show `{jobStatus: {...}}`; the service also answers with the status itself. */
function statusIn(answer: JsonObject): JsonObject {
  return isObject(answer["jobStatus"]) ? answer["jobStatus"] : answer;
}

function videoFailed(status: JsonObject, io: Io): StepFailedError {
  const why =
    textOf(status["message"]) ??
    textOf(status["failureCode"]) ??
    textOf(status["error"]) ??
    "no reason given";
  const detail = `Bluesky could not process the video: ${quote(why, api.context(io, io.credentials))}. Use another file.`;
  return refusedStep("media", detail);
}

/** `{blob: {$type: "blob", ref: {$link}, mimeType, size}}`, to be used in the record exactly as it came. */
function blobIn(answer: JsonObject): JsonObject | undefined {
  const blob = answer["blob"];
  if (!isObject(blob) || !textOf(objectOf(blob["ref"])["$link"])) return undefined;
  return blob;
}
