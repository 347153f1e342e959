// A folder of files named by the SHA-256 of their content, so that equal files are stored once.
import { link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FilesError, onDisk } from "./disk-errors.ts";
import { folderSync, holdIn, sweepUnnamed, type HeldFile, type StoredFile } from "./staging.ts";

export interface Folder {
  /** Of unfinished writes. */
  readonly incoming: string;
  /** Where a file is, or would be. */
  path(sha256: string): string;
  /** As Files.hold. */
  hold(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<HeldFile>;
  /** Gives a whole file its name; `from` stays as a second one. */
  keep(from: string, sha256: string): Promise<void>;
  /** Both at once. */
  write(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredFile>;
  /** Removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
}

/** Makes it where it is missing. Only the unfinished writes are looked at, however many files there are. */
export async function openFolder(root: string): Promise<Folder> {
  const incoming = join(root, "incoming");
  await onDisk(root, () => mkdir(incoming, { recursive: true, mode: 0o700 }));
  await sweepUnnamed(incoming);
  const path = (sha256: string) => pathOf(root, sha256);
  const hold: Folder["hold"] = (stream, limitBytes) =>
    onDisk(root, () => holdIn(incoming, stream, limitBytes));
  const keep = (from: string, sha256: string) => onDisk(root, () => giveName(from, path(sha256)));
  return {
    incoming,
    path,
    hold,
    keep,
    async write(stream, limitBytes) {
      await using held = await hold(stream, limitBytes);
      const { path: from, sha256, size } = held;
      await keep(from, sha256);
      return { sha256, size };
    },
    remove: (sha256) => onDisk(root, () => rm(path(sha256), { force: true })),
  };
}

/** Where a file is, or would be, in a folder of files. */
export function pathOf(root: string, sha256: string): string {
  return join(root, checkHash(sha256).slice(0, 2), sha256);
}

/** The name goes into a path: anything but a digest would be a way out of the folder. */
export function checkHash(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new FilesError("absent", "A file's name is 64 hex digits.");
  return sha256;
}

/** The folder is synced too: a name is not on the disk before its folder is. */
async function giveName(from: string, final: string) {
  const folder = dirname(final);
  const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
  await link(from, final).catch(async (cause: NodeJS.ErrnoException) => {
    // Equal bytes are there already.
    if (cause.code === "EEXIST") return;
    if (cause.code === "ENOENT") throw cause;
    // A disk without second names.
    await rename(from, final);
  });
  await folderSync(folder);
  if (isNew !== undefined) await folderSync(dirname(folder));
}
