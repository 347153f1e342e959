// Staging area for files that are being stored, including the remains of processes that ended.
import { createHash, randomUUID } from "node:crypto";
import { open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../../errors.ts";

export interface StoredFile {
  /** 64 lower-case hex digits: the permanent name of the file. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A whole file on the disk that no row names yet; it is removed when it is disposed. */
export interface HeldFile extends StoredFile, AsyncDisposable {
  readonly path: string;
}

/** An upload that has not grown to a file by then belongs to a process that died. */
const ABANDONED_MS = 3_600_000;

/** Takes a stream to its end, into a file of this folder. Throws as Files.hold does, and what the disk throws. */
export async function holdIn(
  incoming: string,
  stream: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<HeldFile> {
  const path = join(incoming, randomUUID());
  const remove = () => rm(path, { force: true }).catch(() => {});
  const hash = createHash("sha256");
  let size = 0;
  try {
    await using file: FileHandle = await open(path, "wx", 0o600);
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge(limitBytes);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { path, sha256: hash.digest("hex"), size, [Symbol.asyncDispose]: remove };
}

/** One write call may take less than it was given, on a disk that is nearly full for one. */
async function writeAll(file: FileHandle, chunk: Uint8Array) {
  for (let done = 0; done < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done);
    done += bytesWritten;
  }
}

/** Puts the names in a folder on the disk. */
export async function folderSync(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** What never got a name is removed; what got one may be in use, which only the store knows: `sweepNamed`. */
export async function sweepUnnamed(incoming: string) {
  for (const { path, names } of await listAbandoned(incoming))
    if (names === 1) await rm(path, { force: true }).catch(() => {});
}

/** Each is dropped from the store unless it is in use, and then forgotten here. */
export async function sweepNamed(incoming: string, drop: (sha256: string) => Promise<void>) {
  for (const { path } of await listAbandoned(incoming)) {
    await drop(await digestOf(path));
    await rm(path, { force: true });
  }
}

async function listAbandoned(incoming: string) {
  const old: { path: string; names: number }[] = [];
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) old.push({ path, names: found.nlink });
  }
  return old;
}

/** SHA-256 of a file, read in pieces. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}

function tooLarge(limitBytes: number) {
  return new Problem("media_too_large", `The file is larger than ${limitBytes.toLocaleString("en")} bytes.`);
}
