// What the index of an MP4 or MOV promises, added up before anything believes it: readers lay out every frame that it names
// in memory, and a name costs no bytes.
import { UnusableFileError } from "./unusable.ts";
import type { Window } from "./file-window.ts";

/** Of pictures and sounds: five hours of both at once, in a file of at most 512 MB. */
const MAX_SAMPLES = 2_000_000;
/** An index of a video of hours is a few megabytes. */
const MAX_INDEX_BYTES = 64 << 20;
/** A film with a hundred tracks has some 3,000. */
const MAX_INDEX_BOXES = 20_000;
/** Real ones are seven deep. */
const MAX_DEPTH = 16;
/** What holds other boxes, wherever it stands: readers look into it there, too. */
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "dinf", "stbl", "edts", "mvex", "moof", "traf"]);

interface Sum {
  /** Of the whole file. */
  samples: number;
  /** Of the part that is looked into. */
  boxes: number;
}

/** Adds up the boxes of a whole file. */
export interface IndexCheck {
  /** Looks into a box of the file's own level. Throws UnusableFileError when it names more than can be held. */
  box(type: string, start: number, end: number): void;
}

export function openIndexCheck(file: Window): IndexCheck {
  const sum: Sum = { samples: 0, boxes: 0 };
  return {
    box(type, start, end) {
      if (!CONTAINERS.has(type)) return;
      if (end - start > MAX_INDEX_BYTES)
        throw new UnusableFileError(`its index has more than ${MAX_INDEX_BYTES >> 20} MiB`);
      sum.boxes = 0;
      // A copy: the window moves on.
      within(Buffer.from(file.read(start, end - start)), 0, sum);
      if (sum.samples > MAX_SAMPLES)
        throw new UnusableFileError(
          `its index names more than ${MAX_SAMPLES / 1e6} million frames and sounds`,
        );
    },
  };
}

function within(box: Buffer, depth: number, sum: Sum): void {
  if (depth > MAX_DEPTH) throw new UnusableFileError("its index is nested too deeply");
  const tables = new Map<string, Buffer>();
  for (let at = headerOf(box); at + 8 <= box.length;) {
    if (++sum.boxes > MAX_INDEX_BOXES) throw new UnusableFileError("its index has too many parts");
    const size = sizeAt(box, at);
    if (size < 8 || at + size > box.length) break;
    const inner = box.subarray(at, at + size);
    const name = inner.toString("latin1", 4, 8);
    if (CONTAINERS.has(name)) within(inner, depth + 1, sum);
    else if (COUNTED.has(name)) sum.samples += countEntries(name, inner.subarray(headerOf(inner)));
    else if (TABLES.has(name)) {
      if (tables.has(name)) throw new UnusableFileError("its index has a table twice");
      tables.set(name, inner.subarray(headerOf(inner)));
    }
    at += size;
  }
  if (tables.size > 0) sum.samples += samplesOf(tables);
}

const headerOf = (box: Buffer) => (box.readUInt32BE(0) === 1 ? 16 : 8);

function sizeAt(box: Buffer, at: number): number {
  const size = box.readUInt32BE(at);
  if (size === 0) return box.length - at;
  return size === 1 && at + 16 <= box.length ? Number(box.readBigUInt64BE(at + 8)) : size;
}

/** Of one track. */
const TABLES = new Set(["stts", "ctts", "stsz", "stz2", "stsc", "stco", "co64", "stss"]);
/** A count of samples, and where it is. */
const COUNTED = new Map([
  ["trun", 4],
  ["senc", 4],
  ["saiz", 5],
]);

function countEntries(name: string, table: Buffer): number {
  // A flag says that the type of what is meant comes before the count.
  const shift = name === "saiz" && ((table[3] ?? 0) & 1) === 1 ? 8 : 0;
  return u32(table, (COUNTED.get(name) ?? 0) + shift);
}

/** Bytes of a row. */
const ROWS = new Map([
  ["stts", 8],
  ["ctts", 8],
  ["stsc", 12],
  ["stco", 4],
  ["co64", 8],
  ["stss", 4],
]);

function samplesOf(tables: ReadonlyMap<string, Buffer>): number {
  for (const [name, table] of tables) {
    const row = ROWS.get(name);
    if (row !== undefined && 8 + u32(table, 4) * row > table.length)
      throw new UnusableFileError("its index is longer than the room it has");
  }
  const sizes = tables.get("stsz");
  const frames = Math.max(rowsSummed(tables.get("stts")), rowsSummed(tables.get("ctts")));
  const sized = Math.max(sizes && u32(sizes, 4) === 0 ? u32(sizes, 8) : 0, u32(tables.get("stz2"), 8));
  if (sizes && 12 + (u32(sizes, 4) === 0 ? u32(sizes, 8) * 4 : 0) > sizes.length)
    throw new UnusableFileError("its index is longer than the room it has");
  checkChunks(tables);
  // Sound that is not packed has a sample for each number, all of one size: no reader lays those out.
  const isLaidOut = tables.has("ctts") || sizes === undefined || u32(sizes, 4) === 0;
  return isLaidOut ? Math.max(frames, sized) : sized;
}

/** Rows of a count and what it counts. */
function rowsSummed(table: Buffer | undefined): number {
  let sum = 0;
  const rows = u32(table, 4);
  for (let row = 0; row < rows; row++) sum += u32(table, 8 + row * 8);
  return sum;
}

/** Each row of `stsc` says from which chunk on it holds: of those there are. */
function checkChunks(tables: ReadonlyMap<string, Buffer>): void {
  const stsc = tables.get("stsc");
  const chunks = Math.max(u32(tables.get("stco"), 4), u32(tables.get("co64"), 4));
  const rows = u32(stsc, 4);
  for (let row = 0; row < rows; row++)
    if (u32(stsc, 8 + row * 12) > chunks + 1) throw new UnusableFileError("its index points behind its end");
}

const u32 = (table: Buffer | undefined, at: number): number =>
  table && at + 4 <= table.length ? table.readUInt32BE(at) : 0;
