// Uploads files to the operator's private chat first, so that the publishing request only names them (networks/telegram.facts.md 1).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { DraftMedia, Io, Json } from "../network.ts";
import { unreadable } from "../client/outcome.ts";
import { isStreamable } from "./streamable.ts";
import { ask, isAboutChat, methodUrl, NETWORK, resultOf, api } from "./api.ts";

export type FileKind = "photo" | "video" | "animation";

/** A file of a message, as stored before the commit. */
export type SentFile = {
  readonly mediaId: string;
  readonly kind: FileKind;
  /** The id by which the bot can send it; null when the publishing request contains the file. */
  readonly fileId: string | null;
  /** The same wherever the file appears; null when the file was not uploaded before. */
  readonly uniqueId: string | null;
  /** Whether a video can be played while it loads. Missing in posts that an older Crier prepared. */
  readonly streams?: boolean;
};

export function kindOf({ kind, mime }: Pick<DraftMedia, "kind" | "mime">): FileKind {
  if (mime === "image/gif") return "animation";
  return kind === "image" ? "photo" : "video";
}

/** Uploads the files to the private chat, if there is one. @returns the files, in order. @throws StepFailedError */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<SentFile[]> {
  const files: SentFile[] = [];
  let progress = objectOf(io.saved);
  for (const file of media) {
    const stored = storedFile(progress[file.id]) ?? (await uploadFile(file, io));
    progress = { ...progress, [file.id]: stored };
    if (stored.fileId !== null) await io.save(progress);
    files.push(stored);
  }
  // Telegram may turn a video without sound into an animation, and an album can't contain one by its id.
  const isAlbum = files.length > 1;
  return files.map((file) =>
    isAlbum && file.kind === "animation" ? { ...file, kind: "video", fileId: null, uniqueId: null } : file,
  );
}

function storedFile(value: Json | undefined): SentFile | undefined {
  if (!isObject(value)) return undefined;
  const [mediaId, kind, fileId] = [textOf(value["mediaId"]), value["kind"], textOf(value["fileId"])];
  if (mediaId === undefined || fileId === undefined) return undefined;
  if (kind !== "photo" && kind !== "video" && kind !== "animation") return undefined;
  return { mediaId, kind, fileId, uniqueId: textOf(value["uniqueId"]) ?? null };
}

const METHODS = { photo: "sendPhoto", video: "sendVideo", animation: "sendAnimation" } as const;

async function uploadFile(file: DraftMedia, io: Io): Promise<SentFile> {
  const { store = "" } = io.credentials;
  const kind = kindOf(file);
  const streams = kind === "video" && (await isStreamable(file));
  const withRequest = { mediaId: file.id, kind, fileId: null, uniqueId: null, ...(streams && { streams }) };
  if (store === "") return withRequest;
  const part = { name: kind, filename: file.filename, type: file.mime, bytes: byteRange(file) };
  const body = { parts: [...partsOf(factsOf(file, streams)), part] };
  const query = { chat_id: store, disable_notification: "true" };
  const url = methodUrl(io, io.credentials, METHODS[kind], query);
  const answer = await io.call({ method: "POST", url, body, timeoutMs: UPLOAD_TIMEOUT_MS });
  // Without the private chat the file is sent with the publishing request.
  if (isAboutChat(answer)) return withRequest;
  const message = objectOf(resultOf(api.success(answer, io, io.credentials)));
  const there = fileIn(message);
  const fileId = textOf(there?.file["file_id"]);
  if (!there || fileId === undefined) throw unreadable(NETWORK, "the uploaded file");
  await deleteFromStore(store, message, io);
  return {
    mediaId: file.id,
    kind: there.kind,
    fileId,
    uniqueId: textOf(there.file["file_unique_id"]) ?? null,
    ...(streams && { streams }),
  };
}

/** Ids stay valid without their message. A message that can't be deleted stays, because nothing public depends on it. */
export async function deleteFromStore(store: string, message: JsonObject, io: Io): Promise<void> {
  const id = numberOf(message["message_id"]);
  const query = { chat_id: store, message_id: String(id) };
  if (id !== undefined) await ask(io, io.credentials, "deleteMessage", query);
}

/** The file of a message: for a photo, its largest size. */
export function fileIn(message: JsonObject): { kind: FileKind; file: JsonObject } | undefined {
  const photo = arrayOf(message["photo"]).at(-1);
  if (isObject(photo)) return { kind: "photo", file: photo };
  // A message with an animation also lists it as a document, but never as a video.
  const { animation, video } = message;
  if (isObject(animation)) return { kind: "animation", file: animation };
  return isObject(video) ? { kind: "video", file: video } : undefined;
}

/**
 * What Telegram does not determine itself. Without `supports_streaming` clients may download the whole file before they
 * play it (networks/telegram.facts.md 1).
 */
export function factsOf({ kind, width, height, durationMs }: DraftMedia, streams: boolean): readonly Fact[] {
  if (kind !== "video") return [];
  const known = { width, height, duration: durationMs === null ? null : durationMs / 1000 };
  const facts = Object.entries(known).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value: Math.round(value) }],
  );
  return [...facts, ...(streams ? [{ name: "supports_streaming", value: true }] : [])];
}

interface Fact {
  readonly name: string;
  readonly value: number | boolean;
}

/** The facts as fields of a form. */
export function partsOf(facts: readonly Fact[]): { readonly name: string; readonly value: string }[] {
  return facts.map(({ name, value }) => ({ name, value: String(value) }));
}
