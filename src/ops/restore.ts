// Restores a backup into a data folder: verified first, gathered beside what is there, everything that may have gone out since
// held, and only then put in its place.
import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import type { Clock } from "../clock.ts";
import { OperatorError } from "../errors.ts";
import type { Bucket } from "../media/storage/s3.ts";
import { holdRestored, type HoldReport, type Restored } from "../publishing/delivery/restore-hold.ts";
import type { Store } from "../domain/store/index.ts";
import type { StorePlace } from "../domain/store/place.ts";
import { openPlace, storeFiles } from "../store/index.ts";
import type { BackupRequest, Progress } from "./backup.ts";
import { copyDurably, onDisk, writeDurably } from "./durable-files.ts";
import { readManifest, readSums, type Manifest } from "./manifest.ts";
import {
  contentOf,
  dropStage,
  finishSwap,
  halfRestored,
  openStage,
  refuseHalfRestored,
  swapIn,
} from "./replace-folder.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface RestoreRequest {
  /** The backup's folder. */
  readonly backup: string;
  /** The data folder. */
  readonly data: string;
  /** Also when the folder holds something; that is moved aside. */
  readonly force: boolean;
  /** Hold also what is due later or has failed. */
  readonly everything: boolean;
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  /** The settings' own, for media that are not in the backup. */
  readonly bucket: Bucket | null;
}

export interface RestoreReport extends HoldReport {
  readonly manifest: Manifest;
  /** Where the old content is; null when there was none. */
  readonly aside: string | null;
}

/** @throws OperatorError with what to do; then the folder is as it was */
export async function restoreBackup(
  request: RestoreRequest,
  clock: Clock,
  progress: Progress,
): Promise<RestoreReport> {
  const manifest = readManifest(request.backup);
  const key = keyFor(request, manifest);
  using _ = await lockedFolder(request.data);
  refuseHalfRestored(request.data);
  await refuseContent(request, key);
  const verified = await verifyBackup(request, progress);
  const damage = verified.checks.find(({ result }) => result === "damaged");
  if (damage)
    throw new OperatorError(
      `The backup ${request.backup} is damaged (${damage.what}: ${damage.detail}). Nothing was changed.`,
    );
  return await onDisk(request.data, async () => {
    const stage = await openStage(request.data);
    try {
      await gather(stage, request.backup, key, progress);
      const report = await holdStaged(stage, request, manifest, clock);
      const aside = await swapIn(request.data, basename(request.backup), clock.now(), progress);
      return { ...report, manifest, aside };
    } catch (error) {
      if (halfRestored(request.data) === null) await dropStage(request.data);
      throw error;
    }
  });
}

/** Finishes a restore that was interrupted. @returns what was restored and where the old content is; null when there is none */
export async function finishRestore(
  data: string,
  progress: Progress,
): Promise<{ from: string; aside: string | null } | null> {
  if (halfRestored(data) === null) return null;
  using _ = await lockedFolder(data);
  const ready = halfRestored(data);
  return ready && { from: ready.from, aside: await onDisk(data, () => finishSwap(data, ready, progress)) };
}

/**
 * Takes the database that is in the data folder for the right one, although it has gone back in time, and holds what may
 * have gone out since.
 */
export async function adoptDatabase(
  { data, database }: Pick<BackupRequest, "data" | "database">,
  everything: boolean,
  clock: Clock,
): Promise<HoldReport & { takenAt: number }> {
  if (database !== null) return await adoptServed(openPlace(data, database), everything, clock);
  if (!storeFiles.exists(data)) throw new OperatorError(`No Crier database in ${data}.`);
  using _ = await lockedFolder(data);
  refuseHalfRestored(data);
  await using store = await storeFiles.open(data);
  return await adopt(store, everything, clock);
}

/** The same for a database on a server. */
async function adoptServed(place: StorePlace, everything: boolean, clock: Clock) {
  await using store = await place.open();
  if (await place.isServed())
    throw new OperatorError(`A Crier server is using ${place.name}. Stop it first; nothing was changed.`);
  return await adopt(store, everything, clock);
}

async function adopt(store: Store, everything: boolean, clock: Clock) {
  const rewound = await store.highWater.rewound();
  const takenAt = rewound?.kind === "backup" ? rewound.takenAt : await store.highWater.newest();
  return { ...(await holdIn(store, { takenAt, at: clock.now(), everything }, "adopt")), takenAt };
}

async function lockedFolder(data: string): Promise<Disposable> {
  await onDisk(data, () => mkdir(data, { recursive: true, mode: 0o700 }));
  const lock = storeFiles.lockServer(data);
  if (!lock)
    throw new OperatorError(
      `A Crier server is using the data folder ${data}. Stop it first; nothing was changed.`,
    );
  return lock;
}

/** Before anything else: without its key a backup is of no use. */
function keyFor({ backup, data, configuredKey }: RestoreRequest, { secretKey }: Manifest): string | null {
  const { fingerprint, included } = secretKey;
  if (fingerprint === null) return null;
  const places = [readSecretKey(configuredKey, data), included ? readSecretKey(null, backup) : null];
  const found = places.find((each) => each?.kid === fingerprint);
  if (!found) {
    throw new OperatorError(
      `This backup needs the secret key ${fingerprint}, which encrypts its credentials and is not in it. ` +
        `Give it as CRIER_SECRET_KEY (or CRIER_SECRET_KEY_FILE), or put its file into the data folder: ${join(data, SECRET_KEY_FILE)}.`,
    );
  }
  // What the setting gives is not kept in a file beside the data.
  if (found.key === configuredKey) return null;
  if (configuredKey !== null)
    throw new OperatorError(
      `CRIER_SECRET_KEY is not the key that this backup needs (${fingerprint}). Nothing was changed.`,
    );
  return found.key;
}

/** A folder that only holds the right key, or files that don't matter, counts as empty. */
async function refuseContent({ data, force }: RestoreRequest, key: string | null): Promise<void> {
  if (force) return;
  const isKey = (name: string) => name === SECRET_KEY_FILE && readSecretKey(null, data)?.key === key;
  const entries = (await readdir(data)).filter((name) => !isIgnored(name) && !isKey(name));
  if (entries.length === 0) return;
  const problem =
    contentOf(data).length > 0 ? "already holds Crier data" : `is not empty (${entries[0] ?? ""})`;
  throw new OperatorError(
    `The data folder ${data} ${problem}. With --force, the existing data is moved aside (never deleted) and the backup takes its place.`,
  );
}
const isIgnored = (name: string) => IGNORED.test(name) || storeFiles.kindOf(name) === "process";
const IGNORED =
  /^(crier\.env|backups|before-restore-.*|\.restore|\.verify-.*|reserve|lost\+found|\.cache|\.crier.*)$/;

async function gather(stage: string, backup: string, key: string | null, progress: Progress): Promise<void> {
  const files = readSums(backup).filter(
    ({ path }) => path === storeFiles.databaseFile || path.startsWith("media/"),
  );
  for (const [n, { path, sha256 }] of files.entries()) {
    progress("copying", n, files.length);
    const copy = await copyDurably(join(backup, path), join(stage, path));
    if (copy.sha256 !== sha256)
      throw new OperatorError(`${path} changed while it was copied. Nothing was restored.`);
  }
  progress("copying", files.length, files.length);
  if (key !== null) await writeDurably(join(stage, SECRET_KEY_FILE), `${key}\n`);
}

async function holdStaged(
  stage: string,
  { everything }: RestoreRequest,
  { takenAt }: Manifest,
  clock: Clock,
): Promise<HoldReport> {
  // Opening brings an older schema up to date.
  await using store = await storeFiles.open(stage, (_, upgrade) => upgrade());
  return await holdIn(store, { takenAt: Date.parse(takenAt), at: clock.now(), everything }, "restore");
}

async function holdIn(store: Store, restored: Restored, action: "restore" | "adopt"): Promise<HoldReport> {
  const { takenAt, at, everything } = restored;
  const detail = { takenAt: new Date(takenAt).toISOString(), everything };
  const entry = { at, actor: "cli", action, profileId: null, subject: "workspace", detail };
  const report = await holdRestored(store.holding, restored, entry);
  await store.highWater.adopt(at);
  return report;
}
