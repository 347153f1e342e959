// The backups in a folder, for people: read without holding up anything else, however slow its disk is.
import { access, constants, lstat, mkdir, readdir, readFile, rmdir } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { BackupCheck, KnownBackup } from "../domain/backup.ts";
import { codeOf, OperatorError } from "../errors.ts";
import { onDisk } from "./durable-files.ts";
import { MANIFEST, manifestOf, type Manifest } from "./manifest.ts";

export interface ListedBackup {
  /** Of its folder. */
  readonly name: string;
  readonly path: string;
  /** Null: it is being made, was interrupted, or its manifest is damaged. */
  readonly manifest: Manifest | null;
  /** Its last check; null: never. */
  readonly check: BackupCheck | null;
}

/** So many are read; more would be no list for people. */
const MOST = 200;
const COMPLETE = /^crier-[\w-]{1,60}$/;
const UNFINISHED = /^\.(crier-[\w-]{1,60})\.unfinished$/;

/** Whether a name is one that a backup can have. */
export const isBackupName = (name: string): boolean => COMPLETE.test(name);

/**
 * Newest first; empty if the folder does not exist.
 * @param known what was found when they were checked
 * @throws OperatorError when it can't be read
 */
export async function listBackups(
  folder: string,
  known: readonly KnownBackup[],
): Promise<readonly ListedBackup[]> {
  const checks = new Map(known.map(({ path, check }) => [path, check]));
  const entries = await onDisk(folder, () => readdir(folder).catch(noneYet));
  const names = entries
    .flatMap((entry) => (COMPLETE.test(entry) ? entry : (UNFINISHED.exec(entry)?.[1] ?? [])))
    .toSorted()
    .toReversed();
  return await Promise.all(
    [...new Set(names)].slice(0, MOST).map(async (name) => {
      const path = join(folder, name);
      const manifest = await manifestIn(path);
      return { name, path, manifest, check: manifest && (checks.get(resolve(path)) ?? null) };
    }),
  );
}

/**
 * When the newest complete one was made, ms since 1970; null: there is none.
 * @param fingerprint of the key that it needs: backups of another Crier don't count
 * @throws OperatorError as above
 */
export async function newestBackup(folder: string, fingerprint: string | null): Promise<number | null> {
  const entries = await onDisk(folder, () => readdir(folder).catch(noneYet));
  for (const name of entries.filter(isBackupName).toSorted().toReversed()) {
    const manifest = await manifestIn(join(folder, name));
    if (manifest?.secretKey.fingerprint === fingerprint) return Date.parse(manifest.takenAt);
  }
  return null;
}

async function manifestIn(path: string): Promise<Manifest | null> {
  try {
    const file = join(path, MANIFEST);
    // A pipe would make its reader wait.
    return (await lstat(file)).isFile() ? manifestOf(await readFile(file, "utf8"), path) : null;
  } catch {
    return null;
  }
}

function noneYet(error: unknown): string[] {
  if (codeOf(error) === "ENOENT") return [];
  throw error;
}

/**
 * Why backups can't be made in a folder, in a sentence; null when they can. Makes the folder.
 * @param data the data folder: in it, only `backups` is free for them
 */
export async function folderFault(folder: string, data: string): Promise<string | null> {
  if (!isAbsolute(folder)) return "The folder must be a whole path, such as /mnt/backups.";
  const inside = relative(data, folder);
  const isInside = inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));
  if (isInside && inside !== "backups")
    return `Choose a folder outside of the data folder ${data}, or ${join(data, "backups")}.`;
  const probe = join(folder, `.crier-probe-${process.pid}`);
  try {
    await onDisk(folder, async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK | constants.X_OK);
      // Rights say nothing of a disk that can only be read.
      await mkdir(probe);
      await rmdir(probe);
    });
    return null;
  } catch (error) {
    return error instanceof OperatorError ? error.message : `${folder} can't be made.`;
  }
}
