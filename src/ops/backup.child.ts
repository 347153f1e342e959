// The process that makes and verifies backups: SQLite and digests would hold up a server that did it itself. The task is a line of
// JSON on its standard input, progress and the result are lines on its standard output; it ends when its input does.
import { rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { systemClock } from "../clock.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { openBucket } from "../media/storage/s3.ts";
import { makeBackup, type Progress } from "./backup.ts";
import type { BackupTask, TaskLine, TaskResult } from "./backup-task.ts";
import { backupsIn, readManifest, type Manifest } from "./manifest.ts";
import { verifyBackup } from "./verify-backup.ts";

/** Publishing comes first. */
const NICENESS = 10;

setPriority(NICENESS);
let isBegun = false;
// The end of the input comes as an empty line: whoever asked is gone.
for await (const line of console) {
  if (line === "" || isBegun) break;
  isBegun = true;
  void answer(JSON.parse(line) as BackupTask).then(async (last) => {
    await say(last);
    process.exit(0);
  });
}
process.exit(1);

function say(line: TaskLine): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
  return promise;
}

async function answer(task: BackupTask): Promise<TaskLine> {
  const progress = openProgress();
  try {
    return {
      result:
        task.kind === "backup" ? await backUp(task, progress) : await verify(task.backup, task, progress),
    };
  } catch (error) {
    return { fault: messageOf(error), isExpected: error instanceof OperatorError };
  }
}

async function backUp(task: BackupTask & { kind: "backup" }, progress: Progress): Promise<TaskResult> {
  const { to, takenAt, data, database, configuredKey, bucket } = task;
  const request = { data, database, to, withKey: false, configuredKey, bucket };
  const { path, copied, manifest } = await makeBackup(
    request,
    { ...systemClock, now: () => takenAt },
    progress,
  );
  const result = { ...(await verify(path, task, progress)), copied };
  // A damaged one must not push out those that are whole.
  if (result.damage === null && task.keep !== null) await keepNewest(to, task.keep, manifest.secretKey);
  return result;
}

async function verify(backup: string, task: BackupTask, progress: Progress): Promise<TaskResult> {
  const { data, configuredKey } = task;
  const bucket = task.bucket && openBucket(task.bucket, systemClock, new AbortController().signal);
  const { checks } = await verifyBackup({ backup, configuredKey, data, bucket }, progress);
  const damaged = checks.find(({ result }) => result === "damaged");
  return { path: backup, copied: null, damage: damaged ? `${damaged.what}: ${damaged.detail}` : null };
}

/** Backups that need another key are another Crier's, or the only way back to an earlier key: they stay. */
async function keepNewest(
  place: string,
  keep: number,
  { fingerprint }: Manifest["secretKey"],
): Promise<void> {
  const own = backupsIn(place).filter((path) => fingerprintIn(path) === fingerprint);
  for (const path of own.slice(0, -keep)) await rm(path, { recursive: true, force: true });
}

/** Undefined where the manifest can't be read. */
function fingerprintIn(backup: string): string | null | undefined {
  try {
    return readManifest(backup).secretKey.fingerprint;
  } catch {
    return undefined;
  }
}

/** Says a step only when a whole percent of it is new. */
function openProgress(): Progress {
  let lastText = "";
  return (stage, done, all) => {
    const percent = Math.floor((100 * Math.min(done, all)) / Math.max(all, 1));
    const line = { progress: { stage, percent } };
    const text = JSON.stringify(line);
    if (text === lastText) return;
    lastText = text;
    void say(line);
  };
}
