// Files derived from others, with a record of their origin. Always on the local disk, because they can be made again.
import { existsSync } from "node:fs";
import { mkdir, opendir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../errors.ts";
import { onDisk } from "../storage/disk-errors.ts";
import type { OrphanQuery } from "../storage/orphans.ts";
import { checkHash, openFolder, type Folder } from "../storage/folder.ts";
import { sweepUnknown } from "../storage/orphans.ts";

export interface DerivedFiles {
  write: Folder["write"];
  /** What was remembered about a source under a key (64 hex digits), or null. */
  recall(source: string, key: string): Promise<string | null>;
  remember(source: string, key: string, note: string): Promise<void>;
  /** Forgets the notes of a source and removes the files they name. */
  forget(source: string): Promise<void>;
}

export interface DerivedFolder extends DerivedFiles {
  /** Null when there is no such file. */
  find(sha256: string): string | null;
  /** Removes notes of unused sources, and files that no note names. @returns how many files */
  sweep(isUsed: (source: string) => Promise<boolean>, request: OrphanQuery): Promise<number>;
}

export async function openDerivedFiles(root: string): Promise<DerivedFolder> {
  const files = await openFolder(root);
  const notes = join(root, "notes");
  const folder = (source: string) => join(notes, checkHash(source));
  return {
    write: files.write,
    find(sha256) {
      const path = files.path(sha256);
      return existsSync(path) ? path : null;
    },
    async recall(source, key) {
      try {
        return await Bun.file(join(folder(source), checkHash(key))).text();
      } catch (cause) {
        if (codeOf(cause) === "ENOENT") return null;
        throw cause;
      }
    },
    async remember(source, key, note) {
      await onDisk(root, () => mkdir(folder(source), { recursive: true, mode: 0o700 }));
      await onDisk(root, () => Bun.write(join(folder(source), checkHash(key)), note));
    },
    forget,
    async sweep(isUsed, request) {
      const named = marks();
      let looked = 0;
      for await (const { name: source } of await opendir(notes).catch(() => [])) {
        if (!/^[0-9a-f]{64}$/.test(source)) continue;
        if (!(await isUsed(source))) await forget(source);
        else for (const sha256 of await namedBy(source)) named.add(sha256);
        // Before every note was read, nothing can be said to have none.
        if (++looked % STEP === 0 && !(await request.goOn())) return 0;
      }
      return await sweepUnknown(root, async (sha256) => named.has(sha256), request, files.remove);
    },
  };

  async function forget(source: string): Promise<void> {
    for (const sha256 of await namedBy(source)) await files.remove(sha256);
    await rm(folder(source), { recursive: true, force: true });
  }

  /** The files that the notes of a source are about. */
  async function namedBy(source: string): Promise<string[]> {
    const names = await readdir(folder(source)).catch(() => []);
    const found = await Promise.all(names.map((name) => Bun.file(join(folder(source), name)).text()));
    return found.flatMap((note) => /[0-9a-f]{64}/.exec(note)?.[0] ?? []);
  }
}

const STEP = 100;

/**
 * Names, remembered in 2 MiB however many they are: by their first 24 bits, so that now and then one more seems to be
 * among them.
 */
function marks() {
  const bits = new Uint8Array(1 << 21);
  const place = (sha256: string) => Number.parseInt(sha256.slice(0, 6), 16);
  return {
    add(sha256: string) {
      bits[place(sha256) >> 3] = (bits[place(sha256) >> 3] ?? 0) | (1 << (place(sha256) & 7));
    },
    has: (sha256: string) => ((bits[place(sha256) >> 3] ?? 0) & (1 << (place(sha256) & 7))) !== 0,
  };
}
