// The disk store of media bytes: a file is named by the sha-256 of what it holds, so equal files are one file.
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../errors.ts";

export interface StoredFile {
  /** 64 lower-case hex digits: the name of the file for ever. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Where the bytes are; everything about what they mean is elsewhere. */
export interface Files {
  /**
   * Takes a stream to its end. It becomes a file only after the last byte is on the disk; whatever goes wrong
   * before (also our own death) leaves nothing behind that counts.
   * Throws Problem media_too_large above `limitBytes`, Problem disk_full, FilesFault when the folder is not writable,
   * and whatever the stream throws.
   */
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

export interface Adapted {
  write: Files["write"];
  /** What was remembered about a source under a key (64 hex digits), or null. */
  recall(source: string, key: string): Promise<string | null>;
  remember(source: string, key: string, note: string): Promise<void>;
  /** Forgets the notes of a source and removes the files they name. */
  forget(source: string): Promise<void>;
}

/** The disk said no: not the caller's fault, and nothing a caller can repair. The message is for the operator. */
export class FilesFault extends Error {
  override readonly name = "FilesFault";
  constructor(
    readonly reason: "read_only" | "absent" | "failed",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An upload that has not grown to a file by then belongs to a process that died. */
const ABANDONED_MS = 3_600_000;

/**
 * Opens (and creates, mode 0700) a store in a folder. Only the folder of unfinished writes is looked at, so opening
 * takes the same time with ten files and with ten million. Throws FilesFault when the folder can't be made.
 */
export async function diskFiles(dir: string): Promise<Files> {
  const root = resolve(dir);
  const own = await openFolder(root);
  const adapted = await openFolder(join(root, "adapted"));
  const path = (sha256: string) => {
    const made = adapted.path(sha256);
    return !existsSync(own.path(sha256)) && existsSync(made) ? made : own.path(sha256);
  };
  return {
    path,
    has: (sha256) => existsSync(path(sha256)),
    write: own.write,
    remove: own.remove,
    adapted: { write: adapted.write, ...notes(join(root, "adapted", "notes"), adapted.remove) },
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
  await sweep(incoming);
  const path = (sha256: string) => pathOf(root, sha256);
  return {
    path,
    write: (stream: AsyncIterable<Uint8Array>, limitBytes: number) =>
      onDisk(root, () => write(stream, limitBytes, incoming, path)),
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

async function write(
  stream: AsyncIterable<Uint8Array>,
  limitBytes: number,
  incoming: string,
  path: (sha256: string) => string,
): Promise<StoredFile> {
  const temporary = join(incoming, randomUUID());
  try {
    const stored = await fill(temporary, stream, limitBytes);
    await settle(temporary, path(stored.sha256));
    return stored;
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw cause;
  }
}

async function fill(temporary: string, stream: AsyncIterable<Uint8Array>, limitBytes: number) {
  const hash = createHash("sha256");
  let size = 0;
  await using file: FileHandle = await open(temporary, "wx", 0o600);
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    hash.update(chunk);
    await writeAll(file, chunk);
  }
  await file.sync();
  return { sha256: hash.digest("hex"), size };
}

/** One write call may take less than it was given, on a disk that is nearly full for one. */
async function writeAll(file: FileHandle, chunk: Uint8Array) {
  for (let done = 0; done < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done);
    done += bytesWritten;
  }
}

/** Gives the bytes their name. The folder is synced too: a rename is not on the disk before its folder is. */
async function settle(temporary: string, final: string) {
  const folder = dirname(final);
  const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(temporary, final);
  await sync(folder);
  if (isNew !== undefined) await sync(dirname(folder));
}

async function sync(folder: string) {
  await using handle = await open(folder, "r");
  await handle.sync();
}

async function sweep(incoming: string) {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true }).catch(() => {});
  }
}

/** The name goes into a path: anything but a digest would be a way out of the folder. */
function checked(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new FilesFault("absent", "A file's name is 64 hex digits.");
  return sha256;
}

function tooLarge(limitBytes: number) {
  return new Problem("media_too_large", `The file is larger than ${limitBytes.toLocaleString("en")} bytes.`);
}

async function onDisk<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw asFault(cause, root);
  }
}

function asFault(cause: unknown, root: string): unknown {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new Problem(
        "disk_full",
        "Nothing was stored: the disk of the media folder is full.",
        {},
        { cause },
      );
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new FilesFault("read_only", `The media folder ${root} can't be written to (${code}).`, {
        cause,
      });
    case "EIO":
    case "EMFILE":
    case "ENFILE":
      return new FilesFault("failed", `The media folder ${root} failed (${code}).`, { cause });
    default:
      return cause;
  }
}
