// Makes a backup: a complete folder, made while the server may be running. Media that the backup before it in the
// same place holds already are linked to it, so each further one takes only what is new.
import { existsSync } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import type { Clock } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import type { BucketPlace } from "../media/storage/s3-errors.ts";
import { pathOf } from "../media/storage/folder.ts";
import { openPlace, storeFiles } from "../store/index.ts";
import { version } from "../version.ts";
import { copyDurably, digestOf, onDisk, syncFolder, syncFolders, writeDurably } from "./durable-files.ts";
import {
  backupName,
  backupsIn,
  FORMAT,
  MANIFEST,
  SUMS,
  sumLines,
  unfinishedName,
  type Manifest,
  type Sum,
} from "./manifest.ts";

export interface BackupRequest {
  /** The data folder. */
  readonly data: string;
  /** postgres://… of the store; null: it is in the data folder. */
  readonly database: string | null;
  /** The place: each backup becomes a folder in it. */
  readonly to: string;
  /** Put the secret key in; the setting CRIER_SECRET_KEY, or null for the data folder's file. */
  readonly withKey: boolean;
  readonly configuredKey: string | null;
  /** Where the media are that are not in the data folder; null when all are. */
  readonly bucket: BucketPlace | null;
}

export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
  /** Bytes that were copied, beside those that the backup before had already. */
  readonly copied: number;
}

/** How far it is, for a person who waits. */
export type Progress = (stage: string, done: number, all: number) => void;

/** A backup that never got its name belongs to a process that died. */
const ABANDONED_MS = 24 * 3_600_000;

/** @throws OperatorError with what to do; then nothing is left in the place */
export async function makeBackup(request: BackupRequest, clock: Clock, progress: Progress): Promise<Backup> {
  const takenAt = clock.now();
  const name = freeName(request.to, takenAt);
  const path = join(request.to, name);
  const unfinished = join(request.to, unfinishedName(name));
  return await onDisk(request.to, async () => {
    await mkdir(request.to, { recursive: true, mode: 0o700 });
    await sweep(request.to);
    await mkdir(unfinished, { mode: 0o700 });
    try {
      const made = await fill(unfinished, request, takenAt, progress);
      await syncFolders(unfinished);
      await rename(unfinished, path);
      await syncFolder(request.to);
      return { path, ...made };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  });
}

function freeName(place: string, takenAt: number): string {
  const name = backupName(takenAt);
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(place, tried)) && !existsSync(join(place, unfinishedName(tried)))) return tried;
  }
}

async function fill(folder: string, request: BackupRequest, takenAt: number, progress: Progress) {
  progress("database", 0, 1);
  const database = join(folder, storeFiles.databaseFile);
  const place = openPlace(request.data, request.database);
  await place.copy(database, takenAt, (done, all) => progress("database", done, all + 1));
  const facts = factsOf(database, place.name);
  // Before the long part: a wrong key is better said at once.
  const key = request.withKey ? await keyFor(facts.secretKid, request) : null;
  progress("database", 1, 1);
  const media = await takeMedia(facts.media, folder, request, progress);
  if (key !== null) await writeDurably(join(folder, SECRET_KEY_FILE), `${key}\n`);

  const own = [storeFiles.databaseFile, ...(key === null ? [] : [SECRET_KEY_FILE])];
  const sums: Sum[] = [...media.sums];
  let bytes = media.bytes;
  for (const path of own) {
    const { sha256, size } = await digestOf(join(folder, path));
    sums.push({ sha256, path });
    bytes += size;
  }
  const manifest: Manifest = {
    format: FORMAT,
    crier: version,
    schema: facts.schema,
    takenAt: new Date(takenAt).toISOString(),
    secretKey: { fingerprint: facts.secretKid, included: key !== null },
    rows: facts.rows,
    targets: facts.targets,
    files: { count: sums.length, bytes },
    ...(media.elsewhere && { bucket: media.elsewhere }),
    missing: media.missing,
  };
  await writeDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  sums.push({ sha256: (await digestOf(join(folder, MANIFEST))).sha256, path: MANIFEST });
  await writeDurably(join(folder, SUMS), sumLines(sums));
  return { manifest, copied: media.copied + (await stat(database)).size };
}

/** Also proves that the copy is sound: a copy of a damaged database would be useless. */
function factsOf(database: string, place: string) {
  using copy = storeFiles.openCopy(database);
  const [fault] = copy.faults();
  if (fault !== undefined) {
    throw new OperatorError(
      `The copy of ${place} is damaged (${fault}), so no backup was made. Restore an older one.`,
    );
  }
  const { schema, secretKid } = copy;
  return { schema, secretKid, rows: copy.rows(), targets: copy.targets(), media: copy.media() };
}

async function keyFor(kid: string | null, { configuredKey, data }: BackupRequest): Promise<string> {
  const found = readSecretKey(configuredKey, data);
  if (found === null) throw new OperatorError(`No secret key in ${data} to include in the backup.`);
  if (kid !== null && found.kid !== kid)
    throw new OperatorError(
      "The secret key here is not the one that encrypted the credentials. No backup was made.",
    );
  return found.key;
}

type File = { readonly sha256: string; readonly size: number };

async function takeMedia(files: readonly File[], folder: string, request: BackupRequest, progress: Progress) {
  const before = backupsIn(request.to).at(-1);
  const sums: Sum[] = [];
  const missing: string[] = [];
  const elsewhere = request.bucket && { ...request.bucket, files: 0, bytes: 0 };
  let [bytes, copied] = [0, 0];
  for (const [n, { sha256, size }] of files.entries()) {
    progress("media", n, files.length);
    const to = pathOf(join(folder, "media"), sha256);
    const earlier = before && pathOf(join(before, "media"), sha256);
    const isThere = earlier !== undefined && (await linkFile(earlier, to, { sha256, size }));
    const own = pathOf(join(request.data, "media"), sha256);
    if (!isThere && elsewhere && !existsSync(own)) {
      elsewhere.files++;
      elsewhere.bytes += size;
      continue;
    }
    if (!isThere && !(await copiedWhole(own, to, sha256))) {
      missing.push(sha256);
      continue;
    }
    sums.push({ sha256, path: to.slice(folder.length + 1) });
    bytes += size;
    if (!isThere) copied += size;
  }
  progress("media", files.length, files.length);
  return { sums, missing, elsewhere, bytes, copied };
}

/** False where the earlier backup has it not, or not whole any more, or the disk knows no links. */
async function linkFile(from: string, to: string, { sha256, size }: File): Promise<boolean> {
  const found = await lstat(from).catch(() => null);
  if (!found?.isFile() || found.size !== size) return false;
  // A file that has rotten since would be handed on from backup to backup.
  if ((await digestOf(from)).sha256 !== sha256) return false;
  await mkdir(join(to, ".."), { recursive: true, mode: 0o700 });
  return await link(from, to).then(
    () => true,
    () => false,
  );
}

/** False when the data folder has lost the file, or it is not what its name says. */
async function copiedWhole(from: string, to: string, sha256: string): Promise<boolean> {
  const found = await stat(from).catch(() => null);
  if (!found) return false;
  const digest = await copyDurably(from, to);
  if (digest.sha256 === sha256) return true;
  await rm(to);
  return false;
}

async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!/^\.crier-.*\.unfinished$/.test(name)) continue;
    const path = join(place, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}
