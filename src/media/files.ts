// The disk store of media bytes: a file is named by the sha-256 of what it holds, so equal files are one file.
import { existsSync } from "node:fs";
import { link, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { FilesFault, onDisk } from "./disk-fault.ts";
import { folderSync, holdIn, sweepNamed, sweepUnnamed, type HeldFile, type StoredFile } from "./incoming.ts";
import { sweepUnknown } from "./unknown-files.ts";
import { openTurns } from "./turns.ts";

export type { StoredFile } from "./incoming.ts";

/** Where the bytes are; everything about what they mean is elsewhere. */
export interface Files {
  /**
   * Takes a stream to its end. Whatever goes wrong before (also our own death) leaves nothing behind that counts.
   * Throws Problem media_too_large above `limitBytes`, Problem disk_full, FilesFault when the folder is not writable,
   * and whatever the stream throws.
   */
  hold(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<HeldFile>;
  /**
   * Gives the bytes of a whole file that is on the disk their name, and then remembers them; nobody drops them in
   * between. `path` stays as a second name, so that after a death one can tell what was on its way.
   */
  keep(path: string, sha256: string, remember: () => Promise<void>): Promise<void>;
  /** Removes a file, and what was made of it, unless somebody uses it. */
  drop(sha256: string, isUsed: () => Promise<boolean>): Promise<void>;
  /** Clears away what dead processes left between taking a file and remembering it. */
  sweep(isUsed: (sha256: string) => Promise<boolean>): Promise<void>;
  /** Removes files that nobody uses and that are older than `ageMs` at `now`. @returns how many */
  sweepUnknown(isUsed: (sha256: string) => Promise<boolean>, wish: UnknownWish): Promise<number>;
  /** `hold` and `keep` at once, with nothing to remember. */
  write(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredFile>;
  /** The bytes from `start` up to (not including) `end`; the whole file without them. Throws FilesFault when absent. */
  bytes(sha256: string, start?: number, end?: number): Promise<Uint8Array>;
  /** The file's absolute path, whether it is there or not. */
  path(sha256: string): string;
  has(sha256: string): boolean;
  /** Removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
  /** Files made from others: found by `bytes`, `path` and `has` like any, but they can be made again. */
  readonly adapted: Adapted;
}

export interface UnknownWish {
  /** ms since 1970. */
  readonly now: number;
  readonly ageMs: number;
  /** Called between folders: waits so that others get their turn; false ends the sweep. */
  readonly goOn: () => Promise<boolean>;
}

export interface Adapted {
  write: Files["write"];
  /** What was remembered about a source under a key (64 hex digits), or null. */
  recall(source: string, key: string): Promise<string | null>;
  remember(source: string, key: string, note: string): Promise<void>;
  /** Forgets the notes of a source and removes the files they name. */
  forget(source: string): Promise<void>;
}

/**
 * Opens (and creates, mode 0700) a store in a folder. Only the folder of unfinished writes is looked at, so opening
 * takes the same time with ten files and with ten million. Throws FilesFault when the folder can't be made.
 */
export async function diskFiles(dir: string): Promise<Files> {
  const root = resolve(dir);
  const own = await openFolder(root);
  const adapted = await openFolder(join(root, "adapted"));
  const made = notes(join(root, "adapted", "notes"), adapted.remove);
  const path = (sha256: string) => {
    const remade = adapted.path(sha256);
    return !existsSync(own.path(sha256)) && existsSync(remade) ? remade : own.path(sha256);
  };
  // Between the look and the removal nobody may begin to use it.
  const turns = openTurns(() => new Error("never asked to stop"));
  const drop: Files["drop"] = (sha256, isUsed) =>
    turns.take(sha256, async () => {
      if (await isUsed()) return;
      await own.remove(sha256);
      await made.forget(sha256);
    });
  return {
    path,
    has: (sha256) => existsSync(path(sha256)),
    hold: own.hold,
    keep: (from, sha256, remember) =>
      turns.take(sha256, async () => {
        await own.keep(from, sha256);
        await remember();
      }),
    drop,
    sweep: (isUsed) => sweepNamed(own.incoming, (sha256) => drop(sha256, () => isUsed(sha256))),
    sweepUnknown: (isUsed, wish) => sweepUnknown(root, isUsed, wish, drop),
    write: own.write,
    remove: own.remove,
    adapted: { write: adapted.write, ...made },
    async bytes(sha256, start = 0, end) {
      const file = Bun.file(path(sha256));
      if (!(await file.exists())) throw new FilesFault("absent", `No file ${sha256} in ${root}.`);
      return file.slice(start, end ?? file.size).bytes();
    },
  };
}

async function openFolder(root: string) {
  const incoming = join(root, "incoming");
  await onDisk(root, () => mkdir(incoming, { recursive: true, mode: 0o700 }));
  await sweepUnnamed(incoming);
  const path = (sha256: string) => pathOf(root, sha256);
  const hold: Files["hold"] = (stream, limitBytes) =>
    onDisk(root, () => holdIn(incoming, stream, limitBytes));
  const keep = (from: string, sha256: string) => onDisk(root, () => giveName(from, path(sha256)));
  return {
    incoming,
    path,
    hold,
    keep,
    async write(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredFile> {
      await using held = await hold(stream, limitBytes);
      const { path: from, sha256, size } = held;
      await keep(from, sha256);
      return { sha256, size };
    },
    remove: (sha256: string) => onDisk(root, () => rm(path(sha256), { force: true })),
  };
}

/** Where a file is, or would be, in a media folder. */
export function pathOf(root: string, sha256: string): string {
  return join(root, checked(sha256).slice(0, 2), sha256);
}

function notes(root: string, remove: (sha256: string) => Promise<void>): Omit<Adapted, "write"> {
  const folder = (source: string) => join(root, checked(source));
  return {
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
        const [sha256] = /[0-9a-f]{64}/.exec(await Bun.file(join(folder(source), name)).text()) ?? [];
        if (sha256) await remove(sha256);
      }
      await rm(folder(source), { recursive: true, force: true });
    },
  };
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

/** The name goes into a path: anything but a digest would be a way out of the folder. */
function checked(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new FilesFault("absent", "A file's name is 64 hex digits.");
  return sha256;
}
