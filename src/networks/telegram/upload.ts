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
  /** What the bot may send it by; null when its bytes go with the publishing request. */
  readonly fileId: string | null;
  /** The same wherever the file is shown; null when it has not been there before. */
  readonly uniqueId: string | null;
  /** Of a video: whether it can be played while it loads. Absent in what an older Crier prepared. */
  readonly streams?: boolean;
};

export function kindOf({ kind, mime }: Pick<DraftMedia, "kind" | "mime">): FileKind {
  if (mime === "image/gif") return "animation";
  return kind === "image" ? "photo" : "video";
}

/** The files in order; with their bytes at Telegram where there is a private chat to bring them to. */
export async function uploadAll(media: readonly DraftMedia[], io: Io): Promise<SentFile[]> {
  const files: SentFile[] = [];
  let progress = objectOf(io.saved);
  for (const file of media) {
    const kept = storedFile(progress[file.id]) ?? (await uploadFile(file, io));
    progress = { ...progress, [file.id]: kept };
    if (kept.fileId !== null) await io.save(progress);
    files.push(kept);
  }
  // A video without sound may have become an animation, which no album takes by its id.
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
  // A private chat that is gone is no reason not to publish.
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

/** Ids stay good without the message they came with. What can't be deleted is left: nothing public is at stake. */
export async function deleteFromStore(store: string, message: JsonObject, io: Io): Promise<void> {
  const id = numberOf(message["message_id"]);
  const query = { chat_id: store, message_id: String(id) };
  if (id !== undefined) await ask(io, io.credentials, "deleteMessage", query);
}

/** The file that a message shows: of a photo its largest size. */
export function fileIn(message: JsonObject): { kind: FileKind; file: JsonObject } | undefined {
  const photo = arrayOf(message["photo"]).at(-1);
  if (isObject(photo)) return { kind: "photo", file: photo };
  // A message with an animation has it as a document as well, and never as a video.
  const { animation, video } = message;
  if (isObject(animation)) return { kind: "animation", file: animation };
  return isObject(video) ? { kind: "video", file: video } : undefined;
}

/**
 * What Telegram does not find out. Without `supports_streaming` clients may fetch the whole file before they play it
 * (networks/telegram.facts.md 1).
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

/** As fields of a form. */
export function partsOf(facts: readonly Fact[]): { readonly name: string; readonly value: string }[] {
  return facts.map(({ name, value }) => ({ name, value: String(value) }));
}
