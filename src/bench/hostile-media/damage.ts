// Damages valid files: cuts them off at many points and changes random bytes.
import { file, type HostileFile } from "./file.ts";
import type { Specimen } from "./specimens.ts";

const PARTS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** A file that is not all there is never taken for one that is. */
export function cuts(specimens: readonly Specimen[]): HostileFile[] {
  return specimens.flatMap(({ name, mime, bytes }) =>
    PARTS.map((part) => {
      const content = bytes.slice(0, Math.max(1, Math.floor(bytes.length * part)));
      // A live recording has no length of its own: what there is of it may be played.
      return file(
        `${name} cut at ${part * 100} %`,
        "x",
        content,
        name.startsWith("live") ? "any" : "refused",
        mime,
      );
    }),
  );
}

export function mutation(specimens: readonly Specimen[], index: number, random: () => number): HostileFile {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const { name, mime, bytes } = pick(specimens);
  const how = pick(Object.keys(WAYS)) as keyof typeof WAYS;
  const content = WAYS[how](Buffer.from(bytes), random);
  return file(`mutation ${index}: ${name}, ${how}`, "x", content, "any", random() < 0.5 ? mime : "");
}

const anywhere = (length: number, random: () => number) => Math.floor(random() * length);

/** Where the index of most formats is. */
const HEAD = 2000;

const WAYS = {
  "bytes altered": (bytes: Buffer, random: () => number) => altered(bytes, bytes.length, random),
  "head altered": (bytes: Buffer, random: () => number) =>
    altered(bytes, Math.min(HEAD, bytes.length), random),
  "bits flipped"(bytes: Buffer, random: () => number) {
    for (let flips = 1 + anywhere(20, random); flips > 0; flips--) {
      const at = anywhere(bytes.length, random);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << anywhere(8, random));
    }
    return bytes;
  },
  "a piece left out"(bytes: Buffer, random: () => number) {
    const at = anywhere(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + anywhere(500, random))]);
  },
  "a piece twice"(bytes: Buffer, random: () => number) {
    const at = anywhere(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - anywhere(500, random)))]);
  },
  "a large number"(bytes: Buffer, random: () => number) {
    for (let times = 1 + anywhere(4, random); times > 0; times--) {
      const at = anywhere(Math.min(HEAD, bytes.length), random);
      bytes.fill(random() < 0.5 ? 0xff : 0, at, Math.min(at + 4, bytes.length));
    }
    return bytes;
  },
} satisfies Record<string, (bytes: Buffer, random: () => number) => Buffer>;

function altered(bytes: Buffer, within: number, random: () => number): Buffer {
  for (let times = 1 + anywhere(12, random); times > 0; times--)
    bytes[anywhere(within, random)] = anywhere(256, random);
  return bytes;
}
