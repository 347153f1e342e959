// Copies files durably: with their digest, on disk when the promise resolves, and with clear errors for a full disk.
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError, StoreError, codeOf } from "../errors.ts";

/** SHA-256 and size of a file. */
export interface Digest {
  readonly sha256: string;
  readonly size: number;
}

/** @throws OperatorError for anything but a regular file: a pipe would block its reader, a link may lead anywhere */
export async function digestOf(path: string, counted: (bytes: number) => void = () => {}): Promise<Digest> {
  if (!(await lstat(path)).isFile()) throw new OperatorError(`${path} is not a regular file.`);
  const hash = new Bun.CryptoHasher("sha256");
  let size = 0;
  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk);
    size += chunk.byteLength;
    counted(chunk.byteLength);
  }
  return { sha256: hash.digest("hex"), size };
}

/** Copies a file (by reference, where the disk can) and reads back what was written. */
export async function copyDurably(from: string, to: string): Promise<Digest> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await using file = await open(to, "r+");
  await file.chmod(0o600);
  await file.sync();
  return await digestOf(to);
}

/** A file of ours that only the owner reads. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, "w", 0o600);
  await file.writeFile(text);
  await file.sync();
}

/** Names in a folder are on the disk only when the folder is. Every folder below it, too. */
export async function syncFolders(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(root, entry.name));
  await syncFolder(root);
}

export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** Says what the disk said in a sentence. @throws OperatorError */
export async function onDisk<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const why = WHY.get(cause instanceof StoreError ? cause.fault : codeOf(cause));
    if (why === undefined) throw cause;
    throw new OperatorError(`${folder} can't be used: ${why}.`, { cause });
  }
}

/** By what the store or the system calls it. */
const WHY: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "its disk is full"],
  ["EDQUOT", "the quota of its disk is used up"],
  ["EROFS", "its disk can't be written to"],
  ["EACCES", "this user may not write there"],
  ["EPERM", "this user may not write there"],
  ["ENOTDIR", "it is not a folder"],
  ["EEXIST", "it is not a folder"],
  ["EIO", "its disk fails"],
  ["full", "its disk is full"],
  ["readonly", "it can't be written to"],
  ["unopenable", "a database can't be opened there"],
  ["unwritable", "its disk fails"],
  ["failing", "its disk fails"],
]);
