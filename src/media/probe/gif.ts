// Parses the blocks of a GIF: number of frames, duration, and which blocks are only metadata.

export interface GifFacts {
  /** px of the canvas that all its pictures are drawn on. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** One round, ms. */
  readonly durationMs: number;
  /** Frames a second of a video that shows every picture for exactly as long as the GIF does, or nearly. */
  readonly steadyRate: number;
}

/** A small upload is no larger, and a GIF comes no other way (D45). */
const MAX_BYTES = 4 * 1024 * 1024;
/** What no GIF of 4 MB needs, and what an attack puts in: pictures, pixels of one and of all together, and minutes. */
const MAX_FRAMES = 5000;
const MAX_CANVAS_PIXELS = 50_000_000;
export const MAX_GIF_PIXELS = 300_000_000;
const MAX_DURATION_MS = 600_000;

/** Reads a GIF's blocks, not its pixels. Throws an Error with the reason when it is cut off, or more than anybody needs. */
export async function readGif(path: string): Promise<GifFacts> {
  const file = Bun.file(path);
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES.toLocaleString("en")} bytes`);
  return gifFacts(await file.bytes());
}

/** As `readGif`, of bytes. */
export function gifFacts(gif: Uint8Array): GifFacts {
  const [width, height] = [twoBytes(gif, 6), twoBytes(gif, 8)];
  if (width === 0 || height === 0) throw new Error("its pictures have no size");
  if (width * height > MAX_CANVAS_PIXELS)
    throw new Error(`it measures more than ${MAX_CANVAS_PIXELS.toLocaleString("en")} pixels`);
  const delays: number[] = [];
  let delay = 0;
  for (const { type, start } of blocksOf(gif)) {
    if (type === "control") delay = twoBytes(gif, start + 4);
    if (type !== "frame") continue;
    delays.push(delay);
    delay = 0;
    if (delays.length > MAX_FRAMES) throw new Error(`it has more than ${MAX_FRAMES} pictures`);
    if (delays.length > 1 && delays.length * width * height > MAX_GIF_PIXELS)
      throw new Error(`its pictures together have more than ${MAX_GIF_PIXELS.toLocaleString("en")} pixels`);
  }
  if (delays.length === 0) throw new Error("it contains no image");
  const shown = delays.map(asShown);
  const durationMs = shown.reduce((sum, each) => sum + each, 0) * 10;
  if (delays.length > 1 && durationMs > MAX_DURATION_MS)
    throw new Error(`it runs for more than ${MAX_DURATION_MS / 60_000} minutes`);
  return { width, height, frames: delays.length, durationMs, steadyRate: steadyRate(shown) };
}

/** Browsers and ffmpeg show a picture without a real delay for a tenth of a second. Hundredths of a second. */
const asShown = (delay: number) => (delay < 2 ? 10 : delay);

/** Smooth enough for every network that asks for a least number of frames a second. */
const SMOOTH = 24;
const FASTEST = 50;

/** A whole number of frames for each picture, where that comes to no more than 50 a second. */
function steadyRate(delays: readonly number[]): number {
  const base = 100 / delays.reduce(commonDivisor);
  return Math.min(base * Math.ceil(SMOOTH / base), FASTEST);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

// ---- without what it tells

/** The file without comments and what programs wrote beside the pictures, such as XMP. Null when it is not a whole GIF. */
export function stripGifMetadata(gif: Uint8Array): Uint8Array | null {
  const blocks: Uint8Array[] = [];
  let at = 0;
  try {
    for (const block of blocksOf(gif)) {
      const { type, start, end } = block;
      if (type === "trailer") return Buffer.concat([...blocks, gif.subarray(at, end)]);
      if (type !== "comment" && (type !== "application" || changesLook(gif, start))) continue;
      blocks.push(gif.subarray(at, start));
      at = end;
    }
  } catch {
    // Cut off: there is nothing to keep.
  }
  return null;
}

/** How often it repeats, and its colour profile. */
const SHOWN = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

function changesLook(gif: Uint8Array, start: number): boolean {
  return SHOWN.includes(Buffer.from(gif.subarray(start + 3, start + 14)).toString("latin1"));
}

// ---- blocks (GIF89a specification, appendix A)

interface Block {
  readonly type: "frame" | "control" | "comment" | "application" | "trailer" | "other";
  readonly start: number;
  readonly end: number;
}

const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;
const EXTENSIONS = new Map<number | undefined, Block["type"]>([
  [0xf9, "control"],
  [0xfe, "comment"],
  [0xff, "application"],
]);
const SCREEN_END = 13;

function* blocksOf(gif: Uint8Array): Generator<Block> {
  for (let start = SCREEN_END + tableBytes(gif[10]); ;) {
    const block = blockAt(gif, start);
    yield block;
    if (block.type === "trailer") return;
    start = block.end;
  }
}

function blockAt(gif: Uint8Array, start: number): Block {
  switch (gif[start]) {
    case EXTENSION: {
      const type = EXTENSIONS.get(gif[start + 1]) ?? "other";
      return { type, start, end: endOfData(gif, start + 2) };
    }
    case FRAME:
      return { type: "frame", start, end: endOfData(gif, start + 11 + tableBytes(gif[start + 9])) };
    case TRAILER:
      return { type: "trailer", start, end: start + 1 };
    // Some programs leave an empty block between two others.
    case 0:
      return { type: "other", start, end: start + 1 };
    case undefined:
      throw new Error("the file ends before its end");
    default:
      throw new Error("it has a block that no GIF has");
  }
}

/** Pieces of up to 255 bytes, each with its length in front, until an empty one. */
function endOfData(gif: Uint8Array, from: number): number {
  for (let at = from; ;) {
    const size = gif[at];
    if (size === undefined) throw new Error("the file ends before its end");
    at += size + 1;
    if (size === 0) return at;
  }
}

/** A table of colours, if the flags say that there is one. */
function tableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

function twoBytes(gif: Uint8Array, at: number): number {
  return (gif[at] ?? 0) | ((gif[at + 1] ?? 0) << 8);
}
