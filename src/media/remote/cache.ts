// Small files that were fetched from elsewhere, on the disk: they can be fetched again, so the oldest make room.
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "../../domain/json.ts";

export interface RemoteCache {
  /** Null when there is none, or it was cut off by a crash. @param key 64 hex digits */
  read(key: string): Promise<CacheEntry | null>;
  /** A disk that can't be written only costs the next fetch. */
  write(key: string, entry: CacheEntry): Promise<void>;
}

export interface CacheEntry {
  /** ms since 1970. */
  readonly at: number;
  readonly facts: Json;
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 128 << 20;
const MAX_ENTRIES = 10_000;

/** @param folder created with the first entry */
export function openRemoteCache(folder: string): RemoteCache {
  /** Bytes by key, the oldest first. */
  let known: Promise<Map<string, number>> | null = null;
  let written = 0;
  const path = (key: string) => join(folder, checkKey(key));
  return {
    async read(key) {
      const file = Bun.file(path(key));
      return (await file.exists()) ? entryIn(await file.bytes().catch(() => new Uint8Array())) : null;
    },
    async write(key, { at, facts, bytes }) {
      try {
        known ??= list(folder);
        const sizes = await known;
        const temporary = `${path(key)}.${process.pid}-${written++}`;
        const head = Buffer.from(`${JSON.stringify({ at, size: bytes.byteLength, facts })}\n`);
        await Bun.write(temporary, Buffer.concat([head, bytes]));
        await rename(temporary, path(key));
        sizes.delete(key);
        sizes.set(key, head.byteLength + bytes.byteLength);
        await makeRoom(sizes);
      } catch {
        known = null;
      }
    },
  };

  async function makeRoom(sizes: Map<string, number>): Promise<void> {
    let bytes = sizes.values().reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (bytes <= MAX_BYTES && sizes.size <= MAX_ENTRIES) return;
      sizes.delete(key);
      bytes -= size;
      await rm(path(key), { force: true });
    }
  }
}

const KEY = /^[0-9a-f]{64}$/;

/** The key goes into a path: anything else would be a way out of the folder. */
function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("a key of the cache is 64 hex digits");
  return key;
}

/** What is there, the oldest first; what a dead process did not finish is removed. */
async function list(folder: string): Promise<Map<string, number>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: { name: string; size: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!KEY.test(name)) await rm(join(folder, name), { force: true });
    else if (found) files.push({ name, size: found.size, at: found.mtimeMs });
  }
  return new Map(files.toSorted((a, b) => a.at - b.at).map(({ name, size }) => [name, size]));
}

function entryIn(file: Uint8Array): CacheEntry | null {
  const end = file.indexOf(10);
  try {
    const { at, size, facts } = JSON.parse(Buffer.from(file.subarray(0, end)).toString()) as Head;
    const bytes = file.subarray(end + 1);
    return bytes.byteLength === size ? { at, facts, bytes } : null;
  } catch {
    return null;
  }
}

interface Head {
  readonly at: number;
  readonly size: number;
  readonly facts: Json;
}
