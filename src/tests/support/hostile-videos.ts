// Makes small files that claim to be enormous, each well-formed up to the harmful claim.
import { pngChunk } from "./media-fixture.ts";

const u16 = (value: number) => Buffer.from([value >>> 8, value & 0xff]);
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
  return bytes;
};

/** A box of MP4: its length, its type, and what is in it; a number is four bytes. */
export function box(type: string, ...content: readonly (Uint8Array | number)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === "number" ? u32(part) : part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** The tables of a video track; what is left out is that of a film of one frame. */
export interface Tables {
  readonly stts?: Buffer;
  readonly ctts?: Buffer;
  readonly stsz?: Buffer;
  readonly stsc?: Buffer;
  readonly stco?: Buffer;
  /** Further boxes beside them. */
  readonly more?: readonly Buffer[];
}

export interface Claim extends Tables {
  /** px */
  readonly width?: number;
  readonly height?: number;
  /** Boxes inside `moov`, beside the track. */
  readonly beside?: readonly Buffer[];
  /** Boxes behind `moov`. */
  readonly after?: readonly Buffer[];
}

const FULL = u32(0);
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** An MP4 of H.264 in one track. */
export function mp4(claim: Claim = {}): Buffer {
  const { width = 64, height = 48 } = claim;
  const mvhd = box(
    "mvhd",
    FULL,
    u32(0, 0, 1000, 1000, 0x10000),
    Buffer.alloc(10),
    MATRIX,
    Buffer.alloc(24),
    u32(2),
  );
  const tkhd = box(
    "tkhd",
    ...[u32(3), u32(0, 0, 1, 0, 1000), Buffer.alloc(16), MATRIX],
    u32(width * 65_536, height * 65_536),
  );
  const hdlr = box("hdlr", FULL, u32(0), Buffer.from("vide"), Buffer.alloc(13));
  const mdhd = box("mdhd", FULL, u32(0, 0, 1000, 1000, 0x55c40000));
  const minf = box("minf", box("vmhd", u32(1), Buffer.alloc(8)), tablesOf(claim, width, height));
  const trak = box("trak", tkhd, box("mdia", mdhd, hdlr, minf));
  return Buffer.concat([
    box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomiso2avc1mp41")),
    box("moov", mvhd, trak, ...(claim.beside ?? [])),
    ...(claim.after ?? []),
    box("mdat", Buffer.alloc(64)),
  ]);
}

function tablesOf(
  { stts, ctts, stsz, stsc, stco, more = [] }: Tables,
  width: number,
  height: number,
): Buffer {
  const avcC = Buffer.from(
    "0164001fffe1001967640 01facd940a02ff9500000030010000003003c8f18319601000468ebecb22c".replaceAll(" ", ""),
    "hex",
  );
  const entry = box(
    "avc1",
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width & 0xffff), u16(height & 0xffff)],
    ...[u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(0x18), u16(0xffff)],
    box("avcC", avcC),
  );
  return box(
    "stbl",
    box("stsd", FULL, u32(1), entry),
    stts ?? table("stts", [1, 1000]),
    ...(ctts ? [ctts] : []),
    stsz ?? box("stsz", FULL, u32(64, 1)),
    stsc ?? table("stsc", [1, 1, 1]),
    stco ?? table("stco", [1000]),
    ...more,
  );
}

/** A table of rows, as long as it says, unless it is to say something else. */
export function table(type: string, row: readonly number[], rows = 1, count = rows): Buffer {
  const body = Buffer.alloc(rows * row.length * 4);
  for (let at = 0; at < rows; at++)
    row.forEach((value, index) => body.writeUInt32BE(value, (at * row.length + index) * 4));
  return box(type, FULL, u32(count), body);
}

const MANY = 0xffff_ffff;
const CTTS = table("ctts", [1, 0]);
const fragment = (...inside: readonly Buffer[]) =>
  box(
    "moof",
    box("mfhd", FULL, u32(1)),
    box("traf", box("tfhd", u32(0x020038), u32(1, 1000, 64, 0)), ...inside),
  );

/** MP4s of a few kilobytes (the last one of some megabytes), each with one claim that fits in no memory. */
export const GREEDY_VIDEOS: Readonly<Record<string, () => Buffer>> = {
  "four billion frames of one length": () =>
    mp4({ stts: table("stts", [MANY, 1]), ctts: CTTS, stsz: box("stsz", FULL, u32(64, MANY)) }),
  "three million frames": () => mp4({ stts: table("stts", [3_000_000, 1]), ctts: CTTS }),
  "more lengths than there are bytes": () => mp4({ stts: table("stts", [1, 1], 1, MANY) }),
  "sizes of no bits": () => mp4({ stsz: box("stz2", FULL, u32(0, MANY)) }),
  "a chunk behind four billion others": () => mp4({ stsc: Buffer.from(table("stsc", [MANY, 1, 1])) }),
  "four billion frames in a fragment": () =>
    mp4({
      beside: [box("mvex", box("trex", FULL, u32(1, 1, 1000, 64, 0)))],
      after: [fragment(box("trun", FULL, u32(MANY)))],
    }),
  "four billion keys to encrypted frames": () =>
    mp4({ more: [box("saiz", FULL, Buffer.from([8]), u32(MANY))] }),
  "boxes within boxes": () => {
    let inside = box("free");
    for (let depth = 0; depth < 500; depth++) inside = box("mdia", inside);
    return mp4({ beside: [box("trak", inside)] });
  },
  "half a million empty boxes": () =>
    mp4({ beside: [Buffer.concat(Array.from({ length: 500_000 }, () => box("free")))] }),
  "an index of 65 MB": () => mp4({ beside: [box("free", Buffer.alloc(65 << 20))] }),
  "a picture of 256 megapixels": () => mp4({ width: 16_000, height: 16_000 }),
};

/** A progressive JPEG whose scans bring nothing: each is a walk over all of its pixels. */
export function scans(width: number, height: number, count: number): Buffer {
  const frame = Buffer.concat([
    Buffer.from([8]),
    u16(height),
    u16(width),
    Buffer.from([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
  ]);
  // One code for each class: "end of band, 32,768 blocks and so many more" needs 14 bits behind it.
  const codes = Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0xe0])]);
  const zero = Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0x00])]);
  const quantization = Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const first = Buffer.concat([
    segment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil((blocks * 3) / 8)),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, quantization),
    segment(0xc2, frame),
    segment(0xc4, zero),
    segment(0xc4, codes),
    first,
    ...Array.from({ length: count - 1 }, (_, at) => emptyScan((at % 3) + 1, blocks)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Says of every block of a component that it holds nothing more. */
function emptyScan(component: number, blocks: number): Buffer {
  const runs = Math.ceil(blocks / 32_767);
  let bits = "";
  for (let run = 0; run < runs; run++)
    bits += "0" + (Math.min(32_767, blocks - run * 32_767) - 16_384).toString(2).padStart(14, "0");
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const coded = bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? [];
  const stuffed = coded.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  return Buffer.concat([segment(0xda, Buffer.from([1, component, 0, 1, 63, 0])), Buffer.from(stuffed)]);
}

function segment(marker: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2), content]);
}

/** A JPEG with more parts than any picture has, each of nothing. */
export function shred(jpeg: Buffer, parts: number): Buffer {
  const part = segment(0xdb, Buffer.alloc(0));
  return Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: parts }, () => part), jpeg.subarray(2)]);
}

/** The same of a PNG. */
export function shreddedPng(png: Buffer, chunks: number): Buffer {
  const chunk = pngChunk("IDAT", Buffer.alloc(0));
  return Buffer.concat([
    png.subarray(0, 33),
    ...Array.from({ length: chunks }, () => chunk),
    png.subarray(33),
  ]);
}
