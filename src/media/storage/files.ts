// Where the bytes of media are, named by the sha-256 of what they hold, so that equal files are one; and the store of
// them on the disk.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDerivedFiles, type DerivedFiles } from "../convert/derived-files.ts";
import { refuseMissing, refuseDeleted } from "./disk-errors.ts";
import { openFolder } from "./folder.ts";
import { sweepNamed, type HeldFile, type StoredFile } from "./staging.ts";
import { sweepUnknown, type OrphanQuery } from "./orphans.ts";
import { localLocks, type SharedLocks } from "../../shared-locks.ts";

export type { StoredFile } from "./staging.ts";

/**
 * What the bytes mean is elsewhere. Whatever asks for a file throws FilesError when it is absent, and Problem
 * storage_unavailable when this cannot be known now.
 */
export interface Files {
  /**
   * Takes a stream to its end. Whatever goes wrong before (also our own death) leaves nothing behind that counts.
   * Throws Problem media_too_large above `limitBytes`, Problem disk_full, FilesError when the folder is not writable,
   * and whatever the stream throws.
   */
  hold(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<HeldFile>;
  /**
   * Gives the bytes of a whole file that is on the disk their name, and then remembers them; they can't be dropped in
   * between. `path` stays as it is.
   */
  keep(path: string, sha256: string, remember: () => Promise<void>): Promise<void>;
  /** Removes a file, and what was made of it, unless it is in use. */
  drop(sha256: string, isUsed: () => Promise<boolean>): Promise<void>;
  /** Clears away what dead processes left between taking a file and remembering it. */
  sweep(isUsed: (sha256: string) => Promise<boolean>): Promise<void>;
  /** Removes unused files, also derived ones, that are older than `ageMs` at `now`. @returns how many */
  sweepUnknown(isUsed: (sha256: string) => Promise<boolean>, request: OrphanQuery): Promise<number>;
  /** `hold` and `keep` at once, with nothing to remember. */
  write(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredFile>;
  /** The bytes from `start` up to (not including) `end`; the whole file without them. */
  bytes(sha256: string, start?: number, end?: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * A file on the disk with these bytes, for tools that need a path. It stays there until it is disposed.
   * @throws Problem media_unreadable when it is absent
   */
  local(sha256: string): Promise<LocalFile>;
  /** For sending. Null when it is absent. */
  open(sha256: string): Promise<OpenFile | null>;
  has(sha256: string): Promise<boolean>;
  /**
   * Puts a file that was made of another where every process that uses the storage finds it, for a few days.
   * @throws Problem storage_unavailable
   */
  share(sha256: string, mime: string): Promise<void>;
  /** Files made from others: found by `bytes`, `local`, `open` and `has` like any, but they can be made again. */
  readonly adapted: DerivedFiles;
}

export interface LocalFile extends Disposable {
  /** Absolute. */
  readonly path: string;
}

export interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /** From `start` up to (not including) `end`, as something whose length is known; memory does not grow with it. */
  part(start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>>;
}

/**
 * Opens (and creates, mode 0700) a store in a folder. Only the folder of unfinished writes is looked at, so opening
 * takes the same time with ten files and with ten million. Throws FilesError when the folder can't be made.
 * @param locks default: only this process uses the folder
 */
export async function diskFiles(dir: string, locks: SharedLocks = localLocks()): Promise<Files> {
  const root = resolve(dir);
  const own = await openFolder(root);
  const adapted = await openDerivedFiles(join(root, "adapted"));
  const find = (sha256: string) => (existsSync(own.path(sha256)) ? own.path(sha256) : adapted.find(sha256));
  // Between the check and the removal, the file must not come into use.
  const drop: Files["drop"] = (sha256, isUsed) =>
    locks.during(sha256, async (lock) => {
      // What is left here is unknown from now on: the sweep takes it.
      if ((await isUsed()) || !lock.isHeld()) return;
      await own.remove(sha256);
      await adapted.forget(sha256);
    });
  return {
    has: async (sha256) => find(sha256) !== null,
    hold: own.hold,
    // The second name tells after a death what was on its way.
    keep: (from, sha256, remember) =>
      locks.during(sha256, async (lock) => {
        await own.keep(from, sha256);
        await remember();
        // From now on nobody removes it, but somebody may have before.
        if (!lock.isHeld()) await own.keep(from, sha256);
      }),
    drop,
    share: async () => {},
    sweep: (isUsed) => sweepNamed(own.incoming, (sha256) => drop(sha256, () => isUsed(sha256))),
    sweepUnknown: async (isUsed, request) =>
      (await sweepUnknown(root, isUsed, request, drop)) + (await adapted.sweep(isUsed, request)),
    write: own.write,
    adapted,
    async bytes(sha256, start = 0, end) {
      const file = Bun.file(find(sha256) ?? refuseMissing(sha256, root));
      return file.slice(start, end ?? file.size).bytes();
    },
    local: async (sha256) => staying(find(sha256) ?? refuseDeleted()),
    async open(sha256) {
      const path = find(sha256);
      return path === null ? null : openAt(path);
    },
  };
}

/** A file that stays without being held. */
export function staying(path: string): LocalFile {
  return { path, [Symbol.dispose]: () => {} };
}

export function openAt(path: string): OpenFile {
  const file = Bun.file(path);
  return { size: file.size, part: async (start, end) => file.slice(start, end) };
}
