// Makes files that have two types at once, no type, or another type than declared.
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { blank, pngChunk } from "../../tests/support/media-fixture.ts";
import { GREEDY_VIDEOS, scans } from "../../tests/support/hostile-videos.ts";
import { oneBit } from "../../tests/support/sample-images.ts";
import { SMALL_FILE_BYTES } from "../../media/ingest.ts";
import { file, type HostileFile } from "./file.ts";
import type { Specimen } from "./specimens.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
const HTML = "<!doctype html><script>alert(1)</script>";
const JPEG = "\xff\xd8\xff";
const PNG = "\x89PNG\r\n\x1a\n";

export async function impostors(specimens: readonly Specimen[]): Promise<HostileFile[]> {
  return [...polyglots(), ...(await bombs()), ...greedy(), ...liars(specimens), ...appended(specimens)];
}

function polyglots(): HostileFile[] {
  const things: [name: string, filename: string, content: string][] = [
    ["SVG", "x.svg", SVG],
    ["SVG behind an XML head", "x.png", `<?xml version="1.0"?>${SVG}`],
    ["SVG with a doctype entity", "x.jpg", `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`],
    ["PDF", "x.jpg", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF"],
    ["HTML", "x.png", HTML],
    ["ZIP", "x.webp", "PK\x03\x04\x14\0\0\0\0\0"],
    ["ELF", "x.mp4", "\x7fELF\x02\x01\x01\0"],
    ["PHP", "x.php.jpg", "<?php system($_GET[0]);"],
    [
      "a GIF without its end",
      "x.gif",
      "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0",
    ],
    ["GIF and script", "x.gif", "GIF89a/*\x01\0\x01\0*/=1;alert(1)//;"],
    ["BMP", "x.png", "BM\x1e\0\0\0\0\0\0\0"],
    ["TIFF", "x.jpg", "II*\0\x08\0\0\0"],
    ["HEIC", "x.jpg", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["AVIF", "x.png", "\0\0\0\x18ftypavif\0\0\0\0mif1avif"],
    ["EICAR", "x.jpg", "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"],
    ["a lone JPEG mark", "x.jpg", `${JPEG}\xe0`],
    ["a lone PNG mark", "x.png", PNG],
    ["a lone WebP mark", "x.webp", "RIFF\x04\0\0\0WEBP"],
    ["a lone EBML mark", "x.webm", "\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"],
    ["a lone ftyp", "x.mp4", "\0\0\0\x14ftypisom\0\0\0\0isom"],
    ["a moov of no length", "x.mov", "\0\0\0\0moov"],
    [
      "a box of the largest length",
      "x.mp4",
      "\0\0\0\x14ftypisom\0\0\0\0isom\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff",
    ],
    ["SVG behind a JPEG mark", "x.jpg", `${JPEG}${SVG}`],
    ["HTML behind a PNG mark", "x.png", `${PNG}${HTML}`],
    ["HTML behind a WebP mark", "x.webp", `RIFF\x40\0\0\0WEBP${HTML}`],
    ["nothing", "x.jpg", ""],
    ["one byte", "x.jpg", "\xff"],
    ["zeros", "x.mp4", "\0".repeat(100_000)],
    ["a million boxes", "x.mp4", `\0\0\0\x14ftypisom\0\0\0\0isom${"\0\0\0\x08free".repeat(120_000)}`],
  ];
  return things.map(([name, filename, content]) => file(name, filename, content));
}

async function bombs(): Promise<HostileFile[]> {
  const frame = await blank(2500, 2500, "black").png().toBuffer();
  const frames = Array.from({ length: 20 }, () => frame);
  const animated = await sharp(frames, { join: { animated: true }, limitInputPixels: false })
    .webp({ effort: 0 })
    .toBuffer();
  return [
    file("a bomb of 16k × 16k", "bomb.png", oneBit(16_383, 16_383)),
    file("a bomb of 30,000 × 30,000", "bomb.png", oneBit(30_000, 30_000)),
    file("a bomb that is one line", "bomb.png", oneBit(60_000_000, 1)),
    file("a PNG that says it is 2³¹ wide", "bomb.png", claiming(2_147_483_647, 2_147_483_647)),
    file("a PNG that says it is 0 wide", "bomb.png", claiming(0, 9)),
    // Text is never unpacked, so it does no harm.
    file("compressed text of 200 MB in a PNG", "bomb.png", inflating(), "any"),
    file("an animation of 20 times 6 megapixels", "bomb.webp", animated, "any"),
  ];
}

/** Small files that claim to be enormous; what is no small upload is refused before it is looked at. */
function greedy(): HostileFile[] {
  const videos = Object.entries(GREEDY_VIDEOS)
    .map(([name, make]) => file(name, "x.mp4", make()))
    .filter(({ bytes }) => bytes.byteLength < SMALL_FILE_BYTES - 4096);
  return [
    ...videos,
    file("a JPEG of 2,600 scans", "x.jpg", scans(5400, 5400, 2600)),
    file("a JPEG of 100 scans", "x.jpg", scans(5400, 5400, 100), "taken"),
  ];
}

/** The head of a PNG of that size with next to nothing in it. */
function claiming(width: number, height: number): Buffer {
  const small = oneBit(8, 8);
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  small.writeUInt32BE(Bun.hash.crc32(small.subarray(12, 29)), 29);
  return small;
}

function inflating(): Buffer {
  const small = oneBit(8, 8);
  const text = Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(200_000_000))]);
  return Buffer.concat([small.subarray(0, 33), pngChunk("zTXt", text), small.subarray(33)]);
}

const TYPES = ["image/jpeg", "image/png", "image/webp", "video/mp4", "video/quicktime", "video/webm"];

/** A known and wrong type is refused; an unknown one, and any extension, count for nothing (D30). */
function liars(specimens: readonly Specimen[]): HostileFile[] {
  return specimens.flatMap(({ name, mime, bytes }) => [
    ...TYPES.filter((type) => type !== mime).map((type) =>
      file(`${name} declared as ${type}`, "x", bytes, "refused", type),
    ),
    file(`${name} called x.exe`, "x.exe", bytes, "taken", "application/octet-stream"),
    file(`${name} with a path for a name`, "../../../../etc/cron.d/x", bytes, "taken", mime),
  ]);
}

/** What stands behind the end of a picture is not it: browsers and phones take such files, and so does Crier. */
function appended(specimens: readonly Specimen[]): HostileFile[] {
  const [jpeg, png] = ["image/jpeg", "image/png"].map((mime) => specimens.find((each) => each.mime === mime));
  return [HTML, SVG, "PK\x03\x04"].flatMap((tail) =>
    [jpeg, png].flatMap((each) =>
      each
        ? [
            file(
              `${each.name} with ${tail.slice(0, 4)} behind it`,
              "x",
              Buffer.concat([each.bytes, Buffer.from(tail, "latin1")]),
              "any",
            ),
          ]
        : [],
    ),
  );
}
