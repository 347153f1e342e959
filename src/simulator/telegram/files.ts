// Simulates Telegram's files: inspected on upload, with an id per bot and an id that is the same everywhere.
import { shapeOf } from "../inspect-media.ts";
import { sniff, type File, type Json, type Stage } from "../network.ts";

export type Kind = "photo" | "video" | "animation";

export interface Kept {
  readonly kind: Kind;
  readonly id: string;
  readonly uniqueId: string;
  readonly owner: string;
  readonly file: File;
  readonly width: number;
  readonly height: number;
}

const PHOTO_BYTES = 10 * 1024 * 1024;
const FILE_BYTES = 50 * 1024 * 1024;
const PHOTOS: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

export interface Files {
  /** The kept file, or the words of a refusal. */
  take(owner: string, kind: Kind, file: Blob): Promise<Kept | string>;
  /** By the id that this bot knows it by. */
  known(owner: string, id: string): Kept | undefined;
  find(id: string): File | undefined;
}

export function openFiles(keep: Stage["keep"]): Files {
  const all = new Map<string, Kept>();
  return {
    async take(owner, kind, file) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const mime = sniff(bytes);
      const limit = kind === "photo" ? PHOTO_BYTES : FILE_BYTES;
      if (bytes.byteLength > limit)
        return kind === "photo" ? "file is too big for a photo" : "file is too big";
      const shape = mime === null ? null : await shapeOf(bytes);
      if (!shape || mime === null || !isA(kind, mime)) return "IMAGE_PROCESS_FAILED";
      const { width, height } = shape;
      if (kind === "photo" && !isPhotoShape(width, height)) return "PHOTO_INVALID_DIMENSIONS";
      const n = all.size + 1;
      const stored = { kind, id: `AgAC-${owner}-${n}`, uniqueId: `AQAD${n}`, owner, width, height };
      const whole = { ...stored, file: keep({ bytes, mime }) };
      all.set(stored.id, whole);
      return whole;
    },
    known(owner, id) {
      const file = all.get(id);
      return file?.owner === owner ? file : undefined;
    },
    find: (id) => all.get(id)?.file,
  };
}

function isA(kind: Kind, mime: string): boolean {
  if (kind === "photo") return PHOTOS.includes(mime);
  return mime === "video/mp4" || (kind === "animation" && mime === "image/gif");
}

function isPhotoShape(width: number, height: number): boolean {
  return width + height <= 10_000 && Math.max(width, height) <= 20 * Math.min(width, height);
}

/** The file as a Message shows it. */
export function viewOf({ kind, id, uniqueId, width, height, file }: Kept): { readonly [key: string]: Json } {
  const size = { file_id: id, file_unique_id: uniqueId, width, height, file_size: file.bytes.byteLength };
  if (kind === "photo") {
    const small = { ...size, file_id: `${id}-s`, file_unique_id: `${uniqueId}-s`, width: 90, height: 90 };
    return { photo: [small, size] };
  }
  return { [kind]: { ...size, duration: 5, mime_type: "video/mp4" } };
}
