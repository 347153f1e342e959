// Brings files to Bluesky: images to the account's server, videos through the video service (networks/bluesky.facts.md 1).
import { byteRange } from "../client/body.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type Json } from "../network.ts";
import { unreadable, refused } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { didOf, errorOf, NETWORK, pdsOf, xrpc, api } from "./xrpc.ts";
import { bearer } from "../client/api.ts";

export const VIDEO_SERVICE = "https://video.bsky.app";
/** Accounts hosted by Bluesky live on servers below this name; only they can use its video service for sure. */
const BLUESKY_HOSTS = ".host.bsky.network";

/** A blob that no record uses is collected after "minutes to hours": older ones are uploaded again. */
const UPLOAD_LIFETIME_MS = 30 * 60_000;
const UPLOAD_TIMEOUT_MS = 600_000;
const POLL_MS = 1500;
const POLL_FOR_MS = 15 * 60_000;

/** What `io.save` keeps: per media id the finished blob, or the video job under way. */
type Progress = Readonly<Record<string, StoredUpload>>;
type StoredUpload =
  { readonly at: number; readonly blob: JsonObject } | { readonly at: number; readonly job: string };

/** The blobs of the media, in order. Uploads only what an interrupted attempt has not uploaded yet. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<JsonObject[]> {
  let progress = readProgress(io.saved, io.now());
  const blobs: JsonObject[] = [];
  for (const file of media) {
    const kept = progress[file.id];
    const blob = kept && "blob" in kept ? kept.blob : await upload(file, kept?.job, keepJob);
    progress = { ...progress, [file.id]: { at: kept?.at ?? io.now(), blob } };
    await io.save(progress);
    blobs.push(blob);

    async function keepJob(job: string) {
      progress = { ...progress, [file.id]: { at: io.now(), job } };
      await io.save(progress);
    }
  }
  return blobs;

  async function upload(file: DraftMedia, job: string | undefined, keepJob: (job: string) => Promise<void>) {
    if (file.kind === "image" || !hasVideoService(io)) return uploadBlob(file, io);
    return uploadVideo(file, job, keepJob, io);
  }
}

function readProgress(saved: Json, now: number): Progress {
  const progress: Record<string, StoredUpload> = {};
  for (const [id, kept] of Object.entries(objectOf(saved))) {
    if (!isObject(kept) || typeof kept["at"] !== "number" || now - kept["at"] > UPLOAD_LIFETIME_MS) continue;
    const { at, blob, job } = kept;
    if (isObject(blob)) progress[id] = { at, blob };
    else if (typeof job === "string") progress[id] = { at, job };
  }
  return progress;
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
  throw new StepFailedError(refused("media", detail));
}

// ---- video

/** Whether the account's server takes videos from the service: Bluesky's own do; an operator may name another one. */
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
  started: string | undefined,
  keepJob: (job: string) => Promise<void>,
  io: Io,
): Promise<JsonObject> {
  let status: JsonObject = started === undefined ? await startVideo(file, io) : { jobId: started };
  const job = textOf(status["jobId"]);
  if (job !== undefined && started === undefined) await keepJob(job);
  const until = io.now() + POLL_FOR_MS;
  for (;;) {
    if (isObject(status["blob"])) return status["blob"];
    if (status["state"] === "JOB_STATE_FAILED") throw videoFailed(status, io);
    if (job === undefined) throw unreadable(NETWORK, "the state of the video");
    if (io.now() > until || io.signal.aborted) {
      const detail = "Bluesky is still processing the video.";
      throw new StepFailedError({ kind: "busy", retryAfterMs: 60_000, detail });
    }
    if (status["state"] !== undefined) await io.pause(POLL_MS);
    status = await jobStatus(job, io);
  }
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
  // The same bytes were processed before: the "error" carries the job, which is all we want.
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
  return new StepFailedError(refused("media", detail));
}

/** `{blob: {$type: "blob", ref: {$link}, mimeType, size}}`, to be used in the record exactly as it came. */
function blobIn(answer: JsonObject): JsonObject | undefined {
  const blob = answer["blob"];
  if (!isObject(blob) || !textOf(objectOf(blob["ref"])["$link"])) return undefined;
  return blob;
}
