// An MP4 or MOV without where, when and with what it was filmed. What tells it is overwritten where it stands and becomes
// empty space, so that everything else keeps its place: no decoding, no loss, no ffmpeg.
import { open, type FileHandle } from "node:fs/promises";

/** A box that becomes empty space: from its first byte up to, not including, `end`. */
export interface MetadataBox {
  readonly start: number;
  /** Its size and type take so many bytes, 8 or 16. */
  readonly header: number;
  readonly end: number;
}

interface Box extends MetadataBox {
  readonly type: string;
}

/** An index of a video of hours is a few megabytes. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** Adobe's box of XMP. */
const XMP = "be7acfcb97a942e89c71999491e3afac";

/** The boxes that tell something, in order. Empty too when the file is not laid out as it should be. */
export async function metadataBoxes(path: string): Promise<MetadataBox[]> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const telling: MetadataBox[] = [];
  for (let at = 0; at + 8 <= size;) {
    const head = await read(file, at, Math.min(32, size - at));
    const box = boxAt(head, 0, size - at, at);
    if (!box) break;
    if (box.type === "meta" || (box.type === "uuid" && head.toString("hex", 8, 24) === XMP))
      telling.push(box);
    if (box.type === "moov" && box.end - box.start <= MAX_INDEX_BYTES)
      telling.push(...tellingInIndex(await read(file, box.start, box.end - box.start), box));
    at = box.end;
  }
  return telling;
}

function tellingInIndex(index: Buffer, { start, header }: Box): MetadataBox[] {
  return boxesIn(index, header, index.length, start).flatMap((box) => {
    if (isNote(box)) return [box];
    if (box.type !== "trak") return [];
    const inside = boxesIn(index, box.start - start + box.header, box.end - start, start);
    // A track of its own with places, faces and the like, beside picture and sound.
    return isPlayed(index.subarray(box.start - start, box.end - start)) ? inside.filter(isNote) : [box];
  });
}

const isNote = ({ type }: Box) => type === "udta" || type === "meta" || type === "uuid";

/** By its handler, the one box of a track that says what it is for. */
function isPlayed(track: Buffer): boolean {
  const at = track.indexOf("hdlr", 0, "latin1");
  const handler = at < 0 ? "vide" : track.toString("latin1", at + 12, at + 16);
  return handler !== "meta";
}

function boxesIn(bytes: Buffer, from: number, to: number, offset: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const box = boxAt(bytes, at, to - at, offset + at);
    if (!box) break;
    boxes.push(box);
    at = box.end - offset;
  }
  return boxes;
}

/** Null when there can be no such box. @param room bytes up to the end of what it is in */
function boxAt(bytes: Buffer, at: number, room: number, start: number): Box | null {
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1 && bytes.length >= at + 16;
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? room : short;
  const header = isLong ? 16 : 8;
  if (size < header || size > room) return null;
  return { type: bytes.toString("latin1", at + 4, at + 8), start, header, end: start + size };
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, at);
  return bytes;
}

const PIECE = Buffer.alloc(64 * 1024);

/** The file with these boxes as empty space; as long as it was. */
export async function* withoutMetadata(
  path: string,
  telling: readonly MetadataBox[],
): AsyncGenerator<Uint8Array> {
  const file = Bun.file(path);
  let at = 0;
  for (const { start, header, end } of telling) {
    yield* file.slice(at, start + 4).stream();
    yield Buffer.from("free", "latin1");
    if (header > 8) yield* file.slice(start + 8, start + header).stream();
    for (let left = end - start - header; left > 0; left -= PIECE.length)
      yield PIECE.subarray(0, Math.min(left, PIECE.length));
    at = end;
  }
  yield* file.slice(at).stream();
}
