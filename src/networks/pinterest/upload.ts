// Uploads a video to Pinterest: registered, sent to a bucket with a signed form, processed (networks/pinterest.facts.md 1.3).
import { untilProcessed } from "../client/wait.ts";
import { byteRange } from "../client/body.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { DraftMedia, Io, Json } from "../network.ts";
import { unreadable, busyStep, refusedStep } from "../client/outcome.ts";
import { idOf, uploadAddressOf } from "../client/remote-post.ts";
import { NETWORK, api } from "./api.ts";

/** Pinterest does not document how long it keeps a video without a pin, so an older one is uploaded again. */
const UPLOAD_LIFETIME_MS = 2 * 3_600_000;
const VIDEO_TIMEOUT_MS = 1_800_000;
const POLL_MS = 5000;

/** What is stored of the video. The signed form is a secret and is not stored; a new one costs nothing. */
type StoredUpload = { readonly fileId: string; readonly at: number; readonly id: string };

/** Uploads the video and waits until it can be pinned. @returns Pinterest's id of it. @throws StepFailedError */
export async function uploadVideo(file: DraftMedia, io: Io): Promise<string> {
  const stored = readUpload(io.saved, file, io.now());
  const id = stored?.id ?? (await uploadFile(file, io));
  if (!stored) await io.save({ fileId: file.id, at: io.now(), id });
  await untilReady(id, io);
  return id;
}

function readUpload(saved: Json, file: DraftMedia, now: number): StoredUpload | undefined {
  if (!isObject(saved)) return undefined;
  const { fileId, at, id } = saved;
  if (fileId !== file.id || typeof at !== "number" || typeof id !== "string") return undefined;
  return now - at > UPLOAD_LIFETIME_MS ? undefined : { fileId, at, id };
}

async function uploadFile(file: DraftMedia, io: Io): Promise<string> {
  const body = { json: { media_type: "video" } };
  const registered = await api.step(io, io.credentials, { method: "POST", url: "/v5/media", body });
  const id = idOf(registered["media_id"], api.context(io, io.credentials));
  const url = bucketOf(registered["upload_url"], io);
  if (id === undefined || url === undefined) throw unreadable(NETWORK, "where the video goes");
  await sendTo(url, objectOf(registered["upload_parameters"]), file, io);
  return id;
}

/** The upload address, only if it is Pinterest's own bucket. */
function bucketOf(value: Json | undefined, io: Io): string | undefined {
  const own = io.endpoint("api");
  const url = uploadAddressOf(value, "amazonaws.com", [own]);
  if (url === undefined) return undefined;
  const { origin, hostname } = new URL(url);
  return origin === new URL(own).origin || /^pinterest-[\w-]+\./.test(hostname) ? url : undefined;
}

/** The bucket expects every field of the form, then the file, and no token: the form is signed. */
async function sendTo(url: string, form: JsonObject, file: DraftMedia, io: Io): Promise<void> {
  const fields = Object.entries(form).map(([name, value]) => ({ name, value: textOf(value) ?? "" }));
  const part = { name: "file", filename: file.filename, type: file.mime, bytes: byteRange(file) };
  const answer = await io.call({
    method: "POST",
    url,
    body: { parts: [...fields, part] },
    timeoutMs: VIDEO_TIMEOUT_MS,
  });
  // The bucket's errors are XML that contains the signed fields, so they are never quoted.
  if (answer.kind === "answered" && answer.status === 403) {
    const detail = "The time to upload the video ran out; Crier will repeat it.";
    throw busyStep(detail);
  }
  if (answer.kind === "answered" && (answer.status === 400 || answer.status === 413)) {
    const detail = `Pinterest's storage refused the video (${answer.status}). Use another file.`;
    throw refusedStep("media", detail);
  }
  api.success(answer, io, io.credentials);
}

async function untilReady(id: string, io: Io): Promise<void> {
  await untilProcessed(io, "Pinterest is still processing the video.", async () => {
    const { status } = await api.step(io, io.credentials, { method: "GET", url: `/v5/media/${id}` });
    if (status === "succeeded") return null;
    if (status !== "failed") return POLL_MS;
    await io.save(null);
    throw refusedStep("media", "Pinterest could not process the video. Use another file.");
  });
}
