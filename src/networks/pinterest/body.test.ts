// A pin's request body is the same JSON however it is read, and reads only the requested bytes.
import { expect, test } from "bun:test";
import type { ByteRange } from "../client/call.ts";
import type { DraftMedia } from "../network.ts";
import { pinBody, type Source } from "./body.ts";

function fileOf(size: number, id = "file"): { file: DraftMedia; bytes: Uint8Array; most: () => number } {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  let limit = 0;
  const shape = { id, kind: "image", mime: "image/png", filename: `${id}.png`, size } as const;
  const facts = { width: 1, height: 1, durationMs: null, altText: null, posterMs: null, publicUrl: () => "" };
  const read = async (start = 0, end = size) => {
    limit = Math.max(limit, end - start);
    return bytes.subarray(start, end);
  };
  return { file: { ...shape, ...facts, bytes: read }, bytes, most: () => limit };
}

async function read({ size, read }: ByteRange, step: number): Promise<string> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < size; at += step) parts.push(await read(at, Math.min(at + step, size)));
  const whole = Buffer.concat(parts);
  expect(whole.byteLength).toBe(size);
  return whole.toString();
}

const stretchOf = (source: Source, pin = {}): ByteRange => {
  const { bytes } = pinBody(pin, source);
  if (bytes instanceof Uint8Array) throw new Error("read at once");
  return bytes;
};

test.each([0, 1, 2, 3, 4, 5, 100])("a file of %d bytes, in steps of any size", async (size) => {
  const { file, bytes } = fileOf(size);
  const pin = { board_id: "1", title: 'A "pin" with ✓ and null}' };
  const source = { source_type: "image_base64", content_type: "image/png", data: bytes.toBase64() };
  const whole = JSON.stringify({ ...pin, media_source: source });
  for (const step of [1, 2, 3, 5, 7, 64, 1000])
    expect(await read(stretchOf({ kind: "image", file }, pin), step)).toBe(whole);
});

test("several files, each where it belongs", async () => {
  const files = [fileOf(10, "a"), fileOf(11, "b"), fileOf(12, "c")];
  const words = [{ title: "A", link: "https://example.org/" }, {}, { description: 'quote " it' }];
  const slides = files.map(({ file }, n) => ({ file, words: words[n] ?? {} }));
  const items = files.map(({ bytes }, n) => ({
    ...words[n],
    content_type: "image/png",
    data: bytes.toBase64(),
  }));
  const json = JSON.parse(await read(stretchOf({ kind: "carousel", slides }), 13)) as unknown;
  expect(json).toEqual({ media_source: { source_type: "multiple_image_base64", items } });
});

test("no more of a file is in memory than is asked for", async () => {
  const { file, most: limit } = fileOf(1_000_000);
  await read(stretchOf({ kind: "image", file }), 4096);
  expect(limit()).toBeLessThan(4096);
});

test("a video is named", async () => {
  const json = { source_type: "video_id", media_id: "1", cover_image_key_frame_time: 1 };
  expect(await read(stretchOf({ kind: "video", json }), 10)).toBe(JSON.stringify({ media_source: json }));
});
