// Brings files to X: an image in one request, GIFs and videos in pieces, then their alternative text (networks/x.facts.md 1).
import type { Answered } from "../client/call.ts";
import { stretch } from "../client/body.ts";
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { StepFailed, type DraftMedia, type Io, type Json } from "../network.ts";
import { unreadable, refused } from "../client/outcome.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { errorOf, NETWORK, step, api } from "./api.ts";

/** X takes at most 1,000 pieces of at most 5 MB. */
const PIECE = 4 * 1024 * 1024;
const MOST_PIECES = 1000;
/** X says how long it keeps a file; it must last until the post is sent. */
const SPARE_MS = 60 * 60_000;
const KEPT_S = 86_400;
const UPLOAD_TIMEOUT_MS = 600_000;
const LONGEST_POLL_MS = 10_000;
const POLL_FOR_MS = 15 * 60_000;

export interface Uploaded {
  readonly id: string;
  /** What a post that has the file names in its list of attachments. */
  readonly key: string;
}

/** What `io.save` keeps of a file, by media id. */
type Kept = {
  readonly id: string;
  readonly key: string;
  /** When X forgets it, ms since 1970. */
  readonly until: number;
  /** Pieces that X has. */
  readonly pieces: number;
  readonly state: "open" | "whole" | "ready" | "described";
};
type Progress = Readonly<Record<string, Kept>>;

/** The media of a post, in order, each ready to be attached. Goes on where an interrupted attempt ended. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<Uploaded[]> {
  let progress = progressFrom(io.saved, io.now());
  const uploaded: Uploaded[] = [];
  for (const file of media)
    uploaded.push(await bring(file, { io, keep, kept: () => progress[file.id], forget }));
  return uploaded;

  async function keep(file: DraftMedia, kept: Kept): Promise<Kept> {
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

interface Way {
  readonly io: Io;
  kept(): Kept | undefined;
  keep(file: DraftMedia, kept: Kept): Promise<Kept>;
  forget(file: DraftMedia): Promise<void>;
}

function progressFrom(saved: Json, now: number): Progress {
  const progress: Record<string, Kept> = {};
  for (const [fileId, kept] of Object.entries(objectOf(saved))) {
    if (isObject(kept) && (numberOf(kept["until"]) ?? 0) - SPARE_MS > now) progress[fileId] = kept as Kept;
  }
  return progress;
}

async function bring(file: DraftMedia, way: Way): Promise<Uploaded> {
  const { io, keep } = way;
  let kept = way.kept() ?? (await keep(file, await begin(file, io)));
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

function begin(file: DraftMedia, io: Io): Promise<Kept> {
  return file.kind === "image" && file.mime !== "image/gif" ? uploadImage(file, io) : initialize(file, io);
}

async function uploadImage(file: DraftMedia, io: Io): Promise<Kept> {
  const part = { name: "media", filename: file.filename, type: file.mime, bytes: stretch(file) };
  const data = await step(io, {
    method: "POST",
    url: "/2/media/upload",
    body: { parts: [{ name: "media_category", value: "tweet_image" }, part] },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return { ...keptOf(data, io), pieces: 1, state: isObject(data["processing_info"]) ? "whole" : "ready" };
}

async function initialize(file: DraftMedia, io: Io): Promise<Kept> {
  if (Math.ceil(file.size / PIECE) > MOST_PIECES) {
    const detail = `${file.filename} is too large: X takes at most ${MOST_PIECES} pieces of 4 MB.`;
    throw new StepFailed(refused("media", detail));
  }
  const category = file.kind === "video" ? "tweet_video" : "tweet_gif";
  const json = { media_type: file.mime, total_bytes: file.size, media_category: category };
  const data = await step(io, { method: "POST", url: "/2/media/upload/initialize", body: { json } });
  return { ...keptOf(data, io), pieces: 0, state: "open" };
}

function keptOf(data: JsonObject, io: Io): Pick<Kept, "id" | "key" | "until"> {
  const context = api.context(io, io.credentials);
  const [id, key] = [idOf(data["id"], context), idOf(data["media_key"], context)];
  if (id === undefined || key === undefined) throw unreadable(NETWORK, "the uploaded file");
  const seconds = numberOf(data["expires_after_secs"]) ?? KEPT_S;
  return { id, key, until: io.now() + seconds * 1000 };
}

async function sendPieces(file: DraftMedia, begun: Kept, { io, keep }: Way): Promise<Kept> {
  let kept = begun;
  for (let start = kept.pieces * PIECE; start < file.size; start += PIECE) {
    const bytes = stretch(file, start, Math.min(start + PIECE, file.size));
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
async function finalize(file: DraftMedia, { id }: Kept, { io, forget }: Way): Promise<void> {
  const url = `${io.endpoint("api")}/2/media/upload/${id}/finalize`;
  const answer = await api.send(io, io.credentials, { method: "POST", url });
  const message = answer.kind === "answered" && answer.status === 400 ? errorOf(answer)?.all : undefined;
  if (message !== undefined && /segment/i.test(message)) throw await lost(file, forget);
  api.success(answer, io, io.credentials);
}

async function untilReady(file: DraftMedia, { id }: Kept, { io, forget }: Way): Promise<void> {
  const until = io.now() + POLL_FOR_MS;
  for (;;) {
    const info = await processing(id, io);
    if (info === "lost") throw await lost(file, forget);
    const { state, check_after_secs: seconds, error } = info;
    if (state === undefined || state === "succeeded") return;
    if (state === "failed") {
      await forget(file);
      throw processingFailed(objectOf(error), io);
    }
    if (io.now() > until || io.signal.aborted) {
      const detail = "X is still processing the file.";
      throw new StepFailed({ kind: "busy", retryAfterMs: 60_000, detail });
    }
    await io.pause(Math.min((numberOf(seconds) ?? 1) * 1000, LONGEST_POLL_MS));
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

async function lost(file: DraftMedia, forget: Way["forget"]): Promise<StepFailed> {
  await forget(file);
  const detail = "X lost parts of an upload; it will be repeated.";
  return new StepFailed({ kind: "busy", retryAfterMs: null, detail });
}

function processingFailed({ name, message }: JsonObject, io: Io): StepFailed {
  const why = quote(textOf(message) ?? textOf(name) ?? "no reason given", api.context(io, io.credentials));
  // X itself failed: the same file may do the next time.
  if (name === "InternalError")
    return new StepFailed({
      kind: "busy",
      retryAfterMs: null,
      detail: `X could not process the file: ${why}.`,
    });
  const detail = `X could not process the file: ${why.replace(/\.$/, "")}. Use another file.`;
  return new StepFailed(refused("media", detail));
}

async function describe(id: string, text: string, io: Io): Promise<void> {
  const json = { id, metadata: { alt_text: { text } } };
  await step(io, { method: "POST", url: "/2/media/metadata", body: { json } });
}
