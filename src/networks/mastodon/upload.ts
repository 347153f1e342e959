// Uploads files to a Mastodon server and waits until they can be attached (networks/mastodon.facts.md 1).
import { untilProcessed } from "../client/wait.ts";
import { openProgress } from "../client/progress.ts";
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import { objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { StepFailedError, DraftMedia, Io } from "../network.ts";
import { unreadable, busyStep, refusedStep } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import type { Answered } from "../client/call.ts";
import { errorOf, NETWORK, api } from "./api.ts";

/**
 * Servers keep unattached uploads for about a day. A finished id is used again without asking: if an earlier attempt
 * did attach it, the server refuses it (4.3 and later), which prevents a second post.
 */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;
const POLL_MS = 1500;

/** What is stored of a file while it is uploaded. */
type StoredUpload = { readonly at: number; readonly id: string; readonly ready: boolean };

/** Uploads the media, in order. @returns the server's ids, each ready to be attached. @throws StepFailedError */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<string[]> {
  const progress = openProgress(io, (stored) => readUpload(stored, io.now()));
  const ids: string[] = [];
  for (const file of media) {
    const upload = await progress.store(file.id, progress.of(file.id) ?? (await uploadFile(file, io)));
    if (!upload.ready) {
      await untilReady(upload.id, io);
      await progress.store(file.id, { ...upload, ready: true });
    }
    ids.push(upload.id);
  }
  return ids;
}

function readUpload({ at, id, ready }: JsonObject, now: number): StoredUpload | undefined {
  if (typeof at !== "number" || typeof id !== "string" || now - at > UPLOAD_LIFETIME_MS) return undefined;
  return { at, id, ready: ready === true };
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
  const detail = "The server is still processing the media.";
  await untilProcessed(io, detail, async () => ((await isReady(id, io)) ? null : POLL_MS));
}

/** 200 ready, 206 processing, 422 processing failed, 404 gone. */
async function isReady(id: string, io: Io): Promise<boolean> {
  const url = `/api/v1/media/${encodeURIComponent(id)}`;
  const answer = await api.send(io, io.credentials, { method: "GET", url });
  if (answer.kind === "answered") {
    if (answer.status === 422) throw processingFailed(answer, io);
    if (answer.status === 404) {
      // Only this attempt knew the id, and the file was not ready: the server dropped it.
      await io.save(null);
      throw busyStep("The server lost an upload; Crier will repeat it.");
    }
  }
  return api.success(answer, io, io.credentials).status === 200;
}

function processingFailed(answer: Answered, io: Io): StepFailedError {
  const why = quote(errorOf(answer) ?? "no reason given", api.context(io, io.credentials));
  const detail = `The server could not process the file: ${why}. Use another file.`;
  return refusedStep("media", detail);
}
