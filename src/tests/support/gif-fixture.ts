// Makes GIFs for tests: animated pictures, and hand-written blocks.
import sharp from "sharp";

interface Motion {
  readonly side?: number;
  /** How long each picture stands, ms. */
  readonly delays?: readonly number[];
  /** The left edge can be seen through. */
  readonly holes?: boolean;
}

/** Each picture in another colour, so that every one can be told in what is made of it. */
export async function movingGif(motion: Motion = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { side = 480, delays = [1100, 1100, 1100, 1100], holes = false } = motion;
  const frames = await Promise.all(delays.map((_, n) => frame(side, n, holes)));
  const moving = sharp(frames, { join: { animated: true } });
  return new Uint8Array(await moving.gif({ delay: [...delays], loop: 0, effort: 1 }).toBuffer());
}

export async function stillGif(side = 480): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp(await frame(side, 1, false))
      .gif()
      .toBuffer(),
  );
}

async function frame(side: number, n: number, holes: boolean): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 4);
  for (let at = 0; at < side * side; at++) {
    const isHole = holes && at % side < side / 4;
    pixels.set([(n * 61) % 256, (n * 97 + 40) % 256, 200, isHole ? 0 : 255], at * 4);
  }
  return await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** One pixel, as a GIF codes it. */
const PIXEL = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];

/** A GIF of so many pictures of one pixel each, on a canvas as large as wished. @param delay hundredths of a second */
export function handmadeGif(
  width: number,
  height: number,
  frames: number,
  delay = 5,
): Uint8Array<ArrayBuffer> {
  const low = (value: number) => value & 255;
  const head = [...Buffer.from("GIF89a"), low(width), width >> 8, low(height), height >> 8, 0x80, 0, 0];
  const control = [0x21, 0xf9, 4, 0, low(delay), delay >> 8, 0, 0];
  const picture = Uint8Array.from([...control, ...PIXEL]);
  const whole = new Uint8Array(head.length + 6 + picture.length * frames + 1);
  whole.set([...head, 0, 0, 0, 255, 255, 255]);
  for (let n = 0; n < frames; n++) whole.set(picture, head.length + 6 + n * picture.length);
  whole[whole.length - 1] = 0x3b;
  return whole;
}
