// Makes one picture of every common kind, with its expected facts.
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { blank, noisy, pngChunk } from "./media-fixture.ts";
import type { ProbeResult } from "../../media/probe/index.ts";

export interface KnownImage {
  readonly name: string;
  make(): Promise<Buffer>;
  readonly is: Partial<ProbeResult>;
}

const JPEG = { mime: "image/jpeg", colourSpace: "rgb", alpha: false, animated: false, rotation: 0 } as const;
const PNG = { ...JPEG, mime: "image/png" } as const;
const WEBP = { ...JPEG, mime: "image/webp" } as const;

const flat = (width: number, height: number) => blank(width, height);
const clear = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });
const TURNS = [0, 0, 180, 180, 270, 90, 90, 270] as const;

function turned(orientation: number, format: "jpeg" | "webp" | "png"): KnownImage {
  const sideways = orientation >= 5;
  return {
    name: `${format} of orientation ${orientation}`,
    make: () => flat(30, 20).withMetadata({ orientation })[format]().toBuffer(),
    is: {
      ...{ jpeg: JPEG, webp: WEBP, png: PNG }[format],
      width: sideways ? 20 : 30,
      height: sideways ? 30 : 20,
      rotation: TURNS[orientation - 1] ?? 0,
    },
  };
}

const size = (width: number, height: number) => ({ width, height });
const each = (name: string, is: KnownImage["is"], make: KnownImage["make"]): KnownImage => ({
  name,
  is,
  make,
});

export const IMAGES: readonly KnownImage[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => turned(orientation, "jpeg")),
  turned(6, "webp"),
  turned(8, "png"),
  each("progressive JPEG", { ...JPEG, ...size(64, 48) }, () =>
    noisy(64, 48).jpeg({ progressive: true }).toBuffer(),
  ),
  each("JPEG without chroma subsampling", { ...JPEG, ...size(33, 17) }, () =>
    noisy(33, 17).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
  ),
  each("grey JPEG", { ...JPEG, ...size(30, 20), colourSpace: "grey" }, () =>
    flat(30, 20).toColourspace("b-w").jpeg().toBuffer(),
  ),
  each("CMYK JPEG", { ...JPEG, ...size(30, 20), colourSpace: "cmyk" }, () =>
    flat(30, 20).toColourspace("cmyk").jpeg().toBuffer(),
  ),
  each("JPEG with a colour profile", { ...JPEG, ...size(30, 20) }, () =>
    flat(30, 20).withIccProfile("p3").jpeg().toBuffer(),
  ),
  each("JPEG with 60 kB of EXIF", { ...JPEG, ...size(30, 20) }, () =>
    flat(30, 20)
      .withExif({ IFD0: { ImageDescription: "x".repeat(60_000) } })
      .jpeg()
      .toBuffer(),
  ),
  each("JPEG with 600 kB of comments", { ...JPEG, ...size(30, 20) }, async () => {
    const jpeg = await flat(30, 20).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 0x20)]);
    return Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: 10 }, () => comment),
      jpeg.subarray(2),
    ]);
  }),
  each("JPEG with a film behind it, as some phones make", { ...JPEG, ...size(30, 20) }, async () =>
    Buffer.concat([
      await flat(30, 20).jpeg().toBuffer(),
      Buffer.from("\0\0\0\x14ftypmp42"),
      Buffer.alloc(5000),
    ]),
  ),
  each("PNG", { ...PNG, ...size(7, 13) }, () => flat(7, 13).png().toBuffer()),
  each("interlaced PNG", { ...PNG, ...size(31, 15) }, () =>
    noisy(31, 15).png({ progressive: true }).toBuffer(),
  ),
  each("PNG with a palette", { ...PNG, ...size(31, 15) }, () =>
    noisy(31, 15).png({ palette: true }).toBuffer(),
  ),
  each("transparent PNG", { ...PNG, ...size(9, 9), alpha: true }, () => clear(9, 9).png().toBuffer()),
  each("grey PNG", { ...PNG, ...size(9, 9), colourSpace: "grey" }, () =>
    flat(9, 9).toColourspace("b-w").png().toBuffer(),
  ),
  each("PNG of 16 bits a colour", { ...PNG, ...size(9, 9) }, () =>
    flat(9, 9).toColourspace("rgb16").png().toBuffer(),
  ),
  each("grey PNG of 16 bits", { ...PNG, ...size(9, 9), colourSpace: "grey" }, () =>
    flat(9, 9).toColourspace("grey16").png().toBuffer(),
  ),
  each("PNG of one bit a pixel", { ...PNG, ...size(64, 8), colourSpace: "grey" }, async () => oneBit(64, 8)),
  each("animated PNG", { ...PNG, ...size(8, 8), animated: true }, async () => {
    const png = await flat(8, 8).png().toBuffer();
    return Buffer.concat([png.subarray(0, 33), pngChunk("acTL", Buffer.alloc(8)), png.subarray(33)]);
  }),
  each("WebP", { ...WEBP, ...size(40, 30) }, () => noisy(40, 30).webp().toBuffer()),
  each("lossless WebP", { ...WEBP, ...size(40, 30) }, () =>
    noisy(40, 30).webp({ lossless: true }).toBuffer(),
  ),
  each("transparent WebP", { ...WEBP, ...size(9, 9), alpha: true }, () => clear(9, 9).webp().toBuffer()),
  each("animated WebP", { ...WEBP, ...size(8, 8), animated: true }, async () => {
    const frames = await Promise.all(["red", "blue"].map((colour) => blank(8, 8, colour).png().toBuffer()));
    return sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
  }),
  ...(["jpeg", "png", "webp"] as const).map((format) =>
    each(`${format} of one pixel`, { ...{ jpeg: JPEG, png: PNG, webp: WEBP }[format], ...size(1, 1) }, () =>
      flat(1, 1)[format]().toBuffer(),
    ),
  ),
  each("a very wide JPEG", { ...JPEG, ...size(9001, 1) }, () => flat(9001, 1).jpeg().toBuffer()),
  each("a very high PNG", { ...PNG, ...size(1, 9001) }, () => flat(1, 9001).png().toBuffer()),
  each("49 megapixels", { ...JPEG, ...size(7000, 7000) }, () => flat(7000, 7000).jpeg().toBuffer()),
];

/** A black PNG of one bit a pixel: small, however many pixels it has. */
export function oneBit(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
