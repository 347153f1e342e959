// Removes unfinished uploads. The row first and then the file: the folder itself shows what is left to do,
// so that a crash between the two leaves nothing behind.
import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { every, type Clock } from "../../clock.ts";
import type { Log } from "../../log.ts";
import type { Files } from "../storage/files.ts";
import type { DirectUploads } from "./direct.ts";
import { digestOf } from "../storage/staging.ts";
import type { Mutex } from "../../mutex.ts";
import type { Upload } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";

export interface SweepDeps {
  readonly records: UploadRecords;
  readonly files: Files;
  readonly mutex: Mutex;
  /** Of unfinished uploads. */
  readonly folder: string;
  /** Where bytes are sent past us; null when none are. */
  readonly direct: DirectUploads | null;
  /** Whether any media has these bytes. */
  readonly isUsed: (sha256: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

const EVERY_MS = 600_000;
/** Whole uploads wait longer: only the word of their sender is missing. */
const WAITS_MS = 86_400_000;
/** Until then a late caller gets upload_expired instead of not_found. */
const REMEMBERED_MS = 7 * 86_400_000;
/** More in one round would hold up others; the rest comes in the next. */
const MOST = 500;

/** Sweeps now and then every ten minutes. @returns ends it, when a round under way is over */
export function startSweep(deps: SweepDeps): () => Promise<void> {
  const { clock, log } = deps;
  return every(clock, EVERY_MS, sweep).stop;

  async function sweep(): Promise<void> {
    try {
      const count = await sweepUploads(deps);
      if (count > 0) log.info("uploads_swept", { count });
    } catch (cause) {
      log.error("sweep_failed", { cause });
    }
  }
}

/** One round of bounded work. @returns how many files were removed */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const { records, mutex, clock, files, isUsed, direct } = deps;
  for (const state of ["prepared", "uploaded"] as const) {
    // What was sent past us may be whole although its row does not say so.
    const graceMs = state === "uploaded" || direct ? WAITS_MS : 0;
    const overdue = await records.overdue(state, clock.now() - graceMs, MOST);
    // An upload that still receives bytes is left to the next round.
    for (const upload of overdue) if (!mutex.isTaken(upload.id)) await records.expire(upload);
  }
  const removed = await sweepFolder(deps);
  await files.sweep(isUsed);
  await records.forget(clock.now() - REMEMBERED_MS, MOST);
  // Last: what is here is cleared away although the bucket can't be reached.
  return removed + (direct ? await sweepLanding(direct, deps) : 0);
}

/** The files of uploads that are over or whose rows are gone; some, where there are many. @returns how many */
export async function sweepFolder(deps: SweepDeps): Promise<number> {
  let removed = 0;
  for await (const { name } of await opendir(deps.folder)) {
    if (!deps.mutex.isTaken(name) && (await removeLeft(deps, name))) removed++;
    if (removed === MOST) break;
  }
  return removed;
}

async function sweepLanding(direct: DirectUploads, { records, mutex }: SweepDeps): Promise<number> {
  let removed = 0;
  for (let ids = await direct.list(""); ids.length > 0; ids = await direct.list(ids.at(-1) ?? "")) {
    for (const id of ids) {
      if (mutex.isTaken(id) || isOpen(await records.find(id))) continue;
      await direct.remove(id);
      removed++;
    }
  }
  return removed;
}

function isOpen(upload: Upload | null): boolean {
  return upload?.state === "prepared" || upload?.state === "uploaded";
}

/** The file of an upload that is over, or whose row went with its profile. */
async function removeLeft({ folder, records, files, isUsed }: SweepDeps, name: string): Promise<boolean> {
  const upload = await records.find(name);
  if (isOpen(upload)) return false;
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  // A second name was given when it was about to become media; perhaps it never did.
  if (found && found.nlink > 1) {
    const sha256 = upload?.sha256 ?? (await digestOf(path));
    await files.drop(sha256, () => isUsed(sha256));
  }
  await rm(path, { force: true });
  return true;
}
