// Starts a process that makes or verifies a backup, and hears from it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { ownProgram, OWN_ENV } from "../media/child-limits.ts";
import type { BackupTask, TaskLine, TaskProgress, TaskResult } from "./backup-task.ts";
import { backupName, unfinishedName } from "./manifest.ts";

/** The word by which the one-file program becomes the maker of backups (main.ts). */
const WORD = "backup-maker";
/** Longer than any of its lines. */
const MAX_LINE = 1 << 16;

/** @throws OperatorError with what to do; any other error is a fault of ours or of the machine */
export type RunBackupTask = (
  task: BackupTask,
  progress: (now: TaskProgress) => void,
  stopping: AbortSignal,
) => Promise<TaskResult>;

export const runBackupTask: RunBackupTask = async (task, progress, stopping) => {
  const child = Bun.spawn({
    cmd: ownProgram(WORD, new URL("./backup.child.ts", import.meta.url)),
    // Settings of Bun that lie in another folder would be followed.
    cwd: "/",
    env: OWN_ENV,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    signal: stopping,
    killSignal: "SIGKILL",
  });
  try {
    // Not its arguments: those are for every user of the machine to read.
    void child.stdin.write(`${JSON.stringify(task)}\n`);
    void child.stdin.flush();
    for await (const line of linesOf(child.stdout)) {
      if ("progress" in line) progress(line.progress);
      else if ("result" in line) return line.result;
      else throw line.isExpected ? new OperatorError(line.fault) : new Error(line.fault);
    }
    throw new OperatorError(
      stopping.aborted
        ? "The server stopped before it was done."
        : "The process that did it was ended by something else: look at the memory of the machine.",
    );
  } finally {
    child.kill("SIGKILL");
    await child.exited;
    if (task.kind === "backup") await removeUnfinished(task.to, task.takenAt);
  }
};

/** What a process that was ended has left. One that failed by itself has removed it. */
async function removeUnfinished(to: string, takenAt: number): Promise<void> {
  const path = join(to, unfinishedName(backupName(takenAt)));
  await rm(path, { recursive: true, force: true }).catch(() => {});
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<TaskLine> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > MAX_LINE) return;
    for (const line of parts) yield JSON.parse(line) as TaskLine;
  }
}
