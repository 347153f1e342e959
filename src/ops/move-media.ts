// Whether the files of all media rows are where they have to be after a move, and how the missing ones get there.
import { join } from "node:path";
import { stat } from "node:fs/promises";
import type { MediaFile, Snapshot } from "../domain/store/move.ts";
import { OperatorError } from "../errors.ts";
import { openFolder, pathOf } from "../media/storage/folder.ts";
import { sniffFile } from "../media/probe/sniff.ts";
import { pieces, type ReadRange } from "../media/storage/pieces.ts";
import type { Bucket } from "../media/storage/s3.ts";
import { openOwnership } from "../media/storage/s3-owner.ts";
import type { Progress } from "./backup.ts";
import { digestOf } from "./durable-files.ts";
import { bucketWords } from "./s3-media.ts";

/** More names would not help anybody. */
const NAMED = 3;

export interface MoveMedia {
  /** Of the settings; null: they name none. */
  readonly bucket: Bucket | null;
  /** Of the media in the data folder that is left, or that is moved to. */
  readonly root: string;
  readonly progress: Progress;
}

/**
 * All files in the bucket, as a server's store needs them.
 * @param upload puts what is missing there; its value marks the bucket as this Crier's. Null: nothing is put there
 * @throws OperatorError when files are missing
 */
export async function requireInBucket(
  snapshot: Snapshot,
  { bucket, root, progress }: MoveMedia,
  upload: { readonly owner: string } | null,
): Promise<void> {
  const all = await snapshot.count("media");
  if (!bucket) {
    if ((await snapshot.media("")).length === 0) return;
    throw new OperatorError("The media have to be in a bucket, and the settings name none (CRIER_S3_…).");
  }
  const ours = upload && openOwnership(bucket, upload.owner);
  const missing: string[] = [];
  let [done, lacking] = [0, 0];
  for await (const { file, isThere } of compare(snapshot, bucket)) {
    progress("media", done++, all);
    if (isThere) continue;
    await ours?.();
    if (upload && (await uploadFile(file, bucket, root))) continue;
    lacking++;
    if (missing.length < NAMED) missing.push(file.sha256);
  }
  progress("media", all, all);
  if (lacking === 0) return;
  const more = lacking > missing.length ? `, and ${lacking - missing.length} more` : "";
  throw new OperatorError(
    `${lacking === 1 ? "1 file is" : `${lacking} files are`} not in ${bucketWords(bucket.place)}: ${missing.join(", ")}${more}. ` +
      (upload
        ? `They are not whole in ${root} either. `
        : "With --with-media, they are uploaded from the data folder. ") +
      "Nothing was moved.",
  );
}

/** Both are in the same order, and are read side by side. */
async function* compare(snapshot: Snapshot, bucket: Bucket) {
  let names = await bucket.list("", "");
  let at = 0;
  for await (const file of filesOf(snapshot)) {
    for (;;) {
      const found = names[at];
      if (found && found.name >= file.sha256) break;
      if (found) at++;
      else if (names.length === 0) break;
      else [names, at] = [await bucket.list("", names.at(-1)?.name ?? ""), 0];
    }
    const found = names[at];
    yield { file, isThere: found?.name === file.sha256 && found.size === file.size };
  }
}

async function* filesOf(snapshot: Snapshot): AsyncGenerator<MediaFile> {
  for (let after = ""; ;) {
    const files = await snapshot.media(after);
    yield* files;
    const last = files.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}

/** @returns false when the data folder does not have the whole file */
async function uploadFile({ sha256, size }: MediaFile, bucket: Bucket, root: string): Promise<boolean> {
  const path = pathOf(root, sha256);
  if (!(await isWhole(path, { sha256, size }))) return false;
  await bucket.put(sha256, Bun.file(path), (await sniffFile(path)) ?? "application/octet-stream");
  return (await bucket.look(sha256))?.size === size;
}

/** All files in the data folder, as a store without a bucket needs them. @throws OperatorError when files are missing */
export async function download(snapshot: Snapshot, { bucket, root, progress }: MoveMedia): Promise<void> {
  const all = await snapshot.count("media");
  const folder = await openFolder(root);
  let done = 0;
  for await (const file of filesOf(snapshot)) {
    progress("media", done++, all);
    if (await isWhole(pathOf(root, file.sha256), file)) continue;
    if (!bucket)
      throw new OperatorError(
        "The settings name no bucket from which the media could be downloaded (CRIER_S3_…).",
      );
    const { sha256, size } = file;
    const read: ReadRange = (start, end) => bucket.bytes(sha256, start, end);
    const stored = await folder.write(pieces(read, 0, size), size);
    if (stored.sha256 !== sha256)
      throw new OperatorError(
        `${sha256} in ${bucketWords(bucket.place)} is not what its name says. Nothing was moved.`,
      );
  }
  progress("media", all, all);
}

async function isWhole(path: string, { sha256, size }: MediaFile): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.size === size && (await digestOf(path)).sha256 === sha256;
}

/** Where a data folder has its media. */
export const mediaRoot = (data: string): string => join(data, "media");
