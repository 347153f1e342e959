// A size-limited local cache of files stored elsewhere, for tools that need them on disk; least recently used go first.
import { readdir, stat, utimes } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openFolder, type Folder } from "./folder.ts";
import type { LocalFile } from "./files.ts";

export interface Cache {
  /** A file that stays until it is disposed; null when it is not here. */
  hold(sha256: string): LocalFile | null;
  /** Takes a whole file in, under a second name, and holds it. */
  add(path: string, sha256: string): Promise<LocalFile>;
  drop(sha256: string): Promise<void>;
  /** Where unfinished files are, and new ones are written first. */
  readonly folder: Pick<Folder, "hold" | "incoming">;
}

interface Kept {
  readonly size: number;
  holders: number;
}

/** @param limitBytes what is held counts, but stays */
export async function openCache(root: string, limitBytes: number): Promise<Cache> {
  const folder = await openFolder(root);
  /** The longest unused first. */
  const files = await keptIn(root);
  let bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  await shrink();
  return {
    folder,
    hold(sha256) {
      const file = files.get(sha256);
      const path = folder.path(sha256);
      if (!file) return null;
      if (!existsSync(path)) {
        forget(sha256, file);
        return null;
      }
      return hold(sha256, file, path);
    },
    async add(from, sha256) {
      await folder.keep(from, sha256);
      const path = folder.path(sha256);
      const file = files.get(sha256) ?? { size: (await stat(path)).size, holders: 0 };
      if (!files.has(sha256)) bytes += file.size;
      const one = hold(sha256, file, path);
      await shrink();
      return one;
    },
    async drop(sha256) {
      const file = files.get(sha256);
      if (file) forget(sha256, file);
      await folder.remove(sha256);
    },
  };

  function hold(sha256: string, file: Kept, path: string): LocalFile {
    files.delete(sha256);
    files.set(sha256, file);
    file.holders++;
    // For the next process, which knows only what the disk says.
    const now = new Date();
    utimes(path, now, now).catch(() => {});
    let isHeld = true;
    return {
      path,
      [Symbol.dispose]() {
        if (isHeld) file.holders--;
        isHeld = false;
        shrink().catch(() => {});
      },
    };
  }

  function forget(sha256: string, { size }: Kept): void {
    if (files.delete(sha256)) bytes -= size;
  }

  async function shrink(): Promise<void> {
    const going: string[] = [];
    for (const [sha256, file] of files) {
      if (bytes <= limitBytes) break;
      if (file.holders > 0) continue;
      forget(sha256, file);
      going.push(sha256);
    }
    for (const sha256 of going) if (!files.has(sha256)) await folder.remove(sha256);
  }
}

/** What an earlier process left, by its last use. */
async function keptIn(root: string): Promise<Map<string, Kept>> {
  const found: { name: string; size: number; usedAt: number }[] = [];
  for (const name of await readdir(root, { recursive: true })) {
    const sha256 = name.split("/").at(-1) ?? "";
    if (!/^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)) continue;
    const known = await stat(join(root, name)).catch(() => null);
    if (known) found.push({ name: sha256, size: known.size, usedAt: known.mtimeMs });
  }
  found.sort((a, b) => a.usedAt - b.usedAt);
  return new Map(found.map(({ name, size }) => [name, { size, holders: 0 }]));
}
