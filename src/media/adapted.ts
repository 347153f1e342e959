// Files that were made of others, and notes of what was made of which. Always on the disk: they can be made again.
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "./disk-fault.ts";
import { checked, openFolder, type Folder } from "./folder.ts";

export interface Adapted {
  write: Folder["write"];
  /** What was remembered about a source under a key (64 hex digits), or null. */
  recall(source: string, key: string): Promise<string | null>;
  remember(source: string, key: string, note: string): Promise<void>;
  /** Forgets the notes of a source and removes the files they name. */
  forget(source: string): Promise<void>;
}

export interface AdaptedFolder extends Adapted {
  /** Null when there is no such file. */
  find(sha256: string): string | null;
}

export async function openAdapted(root: string): Promise<AdaptedFolder> {
  const files = await openFolder(root);
  const folder = (source: string) => join(root, "notes", checked(source));
  return {
    write: files.write,
    find(sha256) {
      const path = files.path(sha256);
      return existsSync(path) ? path : null;
    },
    async recall(source, key) {
      const note = Bun.file(join(folder(source), checked(key)));
      return (await note.exists()) ? note.text() : null;
    },
    async remember(source, key, note) {
      await onDisk(root, () => mkdir(folder(source), { recursive: true, mode: 0o700 }));
      await onDisk(root, () => Bun.write(join(folder(source), checked(key)), note));
    },
    async forget(source) {
      const names = await readdir(folder(source)).catch(() => []);
      for (const name of names) {
        const sha256 = namedIn(await Bun.file(join(folder(source), name)).text());
        if (sha256 !== null) await files.remove(sha256);
      }
      await rm(folder(source), { recursive: true, force: true });
    },
  };
}

/** The file that a note is about. */
function namedIn(note: string): string | null {
  return /[0-9a-f]{64}/.exec(note)?.[0] ?? null;
}
