// A post's files, on the way from the converter to publishing.
import { expect, test } from "bun:test";
import type { UsableMedia } from "../domain/media.ts";
import type { Converter } from "./convert/index.ts";
import { openPostFiles } from "./post-files.ts";
import type { Files } from "./storage/files.ts";

const video: UsableMedia = {
  id: "m",
  profileId: "p",
  sha256: "a".repeat(64),
  filename: "a.webm",
  kind: "video",
  mime: "video/webm",
  size: 10,
  width: 16,
  height: 9,
  durationMs: 60_000,
  altText: null,
  createdAt: 0,
  parentId: null,
  posterMs: null,
  facts: null,
};
const mp4 = { mime: "video/mp4", maxBytes: 1000, maxPixels: null, maxSide: null };

test("a long conversion reports its progress to publishing", async () => {
  const converter: Pick<Converter, "convert" | "strip"> = {
    async convert(_, __, job) {
      for (const share of [0.25, 0.5]) job?.onProgress?.(share);
      return { sha256: "b".repeat(64), size: 9, mime: "video/mp4", width: 16, height: 9 };
    },
    strip: () => Promise.reject(new Error("not asked to strip")),
  };
  const files = openPostFiles({
    files: {} as Files,
    converter,
    publicUrl: (id, sha256, mime) => `https://crier.example/${id}/${sha256}/${mime}`,
    find: async () => [],
    keepsMetadata: async () => false,
    unable: async () => () => null,
  });
  const shares: number[] = [];
  const file = await files.fitted(video, mp4, { onProgress: (share) => void shares.push(share) });
  expect(shares).toEqual([0.25, 0.5]);
  expect(file.publicUrl()).toBe(`https://crier.example/m/${"b".repeat(64)}/video/mp4`);
});
