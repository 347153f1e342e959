// Brings files to a Mastodon server and waits until they can be attached (networks/mastodon.facts.md 1).
import { byteRange } from "../client/body.ts";
import { isObject, objectOf, textOf } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type Json } from "../network.ts";
import { unreadable, refused } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import type { Answered } from "../client/call.ts";
import { errorOf, NETWORK, api } from "./api.ts";

/**
 * Spare uploads live about a day. A finished id is used again without asking: should an earlier attempt have attached
 * it after all, the server refuses it (4.3 and later), and that is what keeps the post from doubling.
 */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;
const UPLOAD_TIMEOUT_MS = 600_000;
const POLL_MS = 1500;
const POLL_FOR_MS = 15 * 60_000;

/** What `io.save` keeps, per media id. */
type StoredUpload = { readonly at: number; readonly id: string; readonly ready: boolean };
type Progress = Readonly<Record<string, StoredUpload>>;

/** The server's ids of the media, in order, each ready to be attached. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<string[]> {
  let progress = readProgress(io.saved, io.now());
  const ids: string[] = [];
  for (const file of media) {
    const kept = progress[file.id] ?? (await uploadFile(file, io));
    await keep(file.id, kept);
    if (!kept.ready) {
      await untilReady(kept.id, io);
      await keep(file.id, { ...kept, ready: true });
    }
    ids.push(kept.id);
  }
  return ids;

  async function keep(fileId: string, kept: StoredUpload) {
    progress = { ...progress, [fileId]: kept };
    await io.save(progress);
  }
}

function readProgress(saved: Json, now: number): Progress {
  const progress: Record<string, StoredUpload> = {};
  for (const [fileId, kept] of Object.entries(objectOf(saved))) {
    if (!isObject(kept)) continue;
    const { at, id, ready } = kept;
    if (typeof at !== "number" || typeof id !== "string" || now - at > UPLOAD_LIFETIME_MS) continue;
    progress[fileId] = { at, id, ready: ready === true };
  }
  return progress;
}

/** 200: ready; 202: still processing. */
async function uploadFile(file: DraftMedia, io: Io): Promise<StoredUpload> {
  const bytes = byteRange(file);
  const described = file.altText ? [{ name: "description", value: file.altText }] : [];
  const sent = await api.send(io, io.credentials, {
    method: "POST",
    url: "/api/v2/media",
    body: { parts: [...described, { name: "file", filename: file.filename, type: file.mime, bytes }] },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  const answer = api.success(sent, io, io.credentials);
  const id = textOf(objectOf(answer.json)["id"]);
  if (id === undefined) throw unreadable(NETWORK, "the uploaded file");
  return { at: io.now(), id, ready: answer.status === 200 };
}

async function untilReady(id: string, io: Io): Promise<void> {
  const until = io.now() + POLL_FOR_MS;
  while (!(await isReady(id, io))) {
    if (io.now() > until || io.signal.aborted) {
      const detail = "The server is still processing the media.";
      throw new StepFailedError({ kind: "busy", retryAfterMs: 60_000, detail });
    }
    await io.pause(POLL_MS);
  }
}

/** 200 ready, 206 processing, 422 processing failed, 404 gone. */
async function isReady(id: string, io: Io): Promise<boolean> {
  const url = `/api/v1/media/${encodeURIComponent(id)}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url });
  if (answer.kind === "answered") {
    if (answer.status === 422) throw processingFailed(answer, io);
    if (answer.status === 404) {
      // Nobody but this attempt knew the id and it was not ready: the server dropped it.
      await io.save(null);
      throw new StepFailedError({
        kind: "busy",
        retryAfterMs: null,
        detail: "The server lost an upload; it will be repeated.",
      });
    }
  }
  return api.success(answer, io, io.credentials).status === 200;
}

function processingFailed(answer: Answered, io: Io): StepFailedError {
  const why = quote(errorOf(answer) ?? "no reason given", api.context(io, io.credentials));
  const detail = `The server could not process the file: ${why}. Use another file.`;
  return new StepFailedError(refused("media", detail));
}
