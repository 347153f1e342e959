// Reads media from a bucket: from a local copy where there is one, otherwise from the bucket itself.
import { existsSync } from "node:fs";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import type { Mutex } from "../../mutex.ts";
import type { DerivedFolder } from "../convert/derived-files.ts";
import type { Cache } from "./cache.ts";
import { FilesError, refuseDeleted } from "./disk-errors.ts";
import { openAt, staying, type Files, type LocalFile, type OpenFile } from "./files.ts";
import { checkHash, pathOf } from "./folder.ts";
import { pieces } from "./pieces.ts";
import type { Bucket } from "./s3.ts";

interface ReaderParts {
  readonly bucket: Bucket;
  /** Of media on this disk. Files from before there was a bucket are found in it. */
  readonly root: string;
  readonly adapted: DerivedFolder;
  readonly cache: Cache;
  /** One download of a file at a time. */
  readonly mutex: Mutex;
  readonly clock: Clock;
}

/** A file in the bucket. */
interface Found {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Of files that were made of others, for other processes. */
export const SHARED = "adapted/";
export const sharedName = (sha256: string): string => `${SHARED}${sha256}`;

const LITTLE_BYTES = 4 << 20;
const OPENED_MS = 60_000;

export function openBucketReader({
  bucket,
  root,
  adapted,
  cache,
  mutex,
  clock,
}: ReaderParts): Pick<Files, "has" | "bytes" | "local" | "open"> {
  return { has, bytes, local, open };

  async function has(sha256: string): Promise<boolean> {
    if (onDisk(sha256) !== null) return true;
    using held = cache.hold(sha256);
    return held !== null || (await find(checkHash(sha256))) !== null;
  }

  async function bytes(sha256: string, start = 0, end?: number): Promise<Uint8Array<ArrayBuffer>> {
    using held = here(sha256);
    if (!held) return await bucketBytes(checkHash(sha256), start, end);
    const file = Bun.file(held.path);
    return await file.slice(start, end ?? file.size).bytes();
  }

  /** Most have their own name: only of those that don't is another asked for. */
  async function bucketBytes(sha256: string, start: number, end?: number) {
    try {
      return await bucket.bytes(sha256, start, end);
    } catch (error) {
      if (!(error instanceof FilesError) || error.reason !== "absent") throw error;
      return await bucket.bytes(sharedName(sha256), start, end);
    }
  }

  async function local(sha256: string): Promise<LocalFile> {
    return here(sha256) ?? (await fetchFile(checkHash(sha256)));
  }

  async function open(sha256: string): Promise<OpenFile | null> {
    const path = onDisk(sha256);
    if (path !== null) return openAt(path);
    const found = await find(checkHash(sha256));
    return found && { size: found.size, part: (start, end) => part(sha256, found.name, start, end) };
  }

  /** Little is read from the bucket; of much there is a copy first, because Bun sends a length only of what is here. */
  async function part(sha256: string, name: string, start: number, end: number) {
    if (end - start <= LITTLE_BYTES) return await partOf(sha256, name, start, end);
    const copy = await local(sha256);
    // Until then it is open, and stays so while it is sent.
    clock.after(OPENED_MS, () => copy[Symbol.dispose]());
    return Bun.file(copy.path).slice(start, end);
  }

  /** What is not a copy: made here, or from before there was a bucket. */
  function onDisk(sha256: string): string | null {
    const path = pathOf(root, sha256);
    return existsSync(path) ? path : adapted.find(sha256);
  }

  function here(sha256: string): LocalFile | null {
    const path = onDisk(sha256);
    return path === null ? cache.hold(sha256) : staying(path);
  }

  async function partOf(sha256: string, name: string, start: number, end: number) {
    using held = here(sha256);
    return held ? await Bun.file(held.path).slice(start, end).bytes() : await bucket.bytes(name, start, end);
  }

  /** Under its own name, or made by another process of a file that has one. */
  async function find(sha256: string): Promise<Found | null> {
    using held = cache.hold(sha256);
    if (held) return { name: sha256, size: Bun.file(held.path).size };
    for (const name of [sha256, sharedName(sha256)]) {
      const found = await bucket.look(name);
      if (found) return { name, size: found.size };
    }
    return null;
  }

  /** Other requests for it wait and find it here. */
  function fetchFile(sha256: string): Promise<LocalFile> {
    return mutex.take(sha256, async () => cache.hold(sha256) ?? (await download(sha256)));
  }

  async function download(sha256: string): Promise<LocalFile> {
    const { name, size } = (await find(sha256)) ?? refuseDeleted();
    const read = (from: number, to: number) => bucket.bytes(name, from, to);
    await using held = await cache.folder.hold(pieces(read, 0, size), size);
    if (held.sha256 !== sha256)
      throw new Problem("storage_unavailable", `The media storage holds different bytes for ${sha256}.`);
    return await cache.add(held.path, sha256);
  }
}
