// Runs one ffmpeg command within its limits of time and memory, and reports its progress.
import { Problem } from "../../errors.ts";
import { stopping } from "../../fair-gate.ts";
import { runProgram } from "../run-program.ts";

/** How a conversion is ended, and how it reports its progress. */
export interface RunOptions {
  readonly signal?: AbortSignal;
  /** A share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Where ffmpeg is, and an empty folder to run it in. */
export interface FfmpegPlace {
  readonly program: string;
  readonly cwd: string;
}

/** The limits of one run of ffmpeg. */
export interface Limits extends RunOptions {
  readonly limitSeconds: number;
  readonly memoryBytes: number;
  /** Of the video, to know how far it is. */
  readonly durationMs?: number;
}

/** Encoders share the processors with the server. */
const ENCODER_THREADS = "2";

/** @throws Problem stopping when it was ended from outside, disk_full, or media_unreadable when ffmpeg failed */
export async function runFfmpeg(
  options: readonly string[],
  out: string,
  { program, cwd }: FfmpegPlace,
  limits: Limits,
): Promise<void> {
  const { limitSeconds, memoryBytes, signal, onProgress, durationMs } = limits;
  if (signal?.aborted) throw stopping();
  const progress = (line: string) => {
    const at = /^out_time_us=(\d+)/.exec(line)?.[1];
    if (onProgress && durationMs && at !== undefined) onProgress(Math.min(1, Number(at) / 1000 / durationMs));
  };
  const { exitCode, stderr, ended } = await runProgram({
    cmd: [
      program,
      ...BATCH_MODE,
      ...options,
      // Ends by processor time even when we are no longer there to do it.
      "-timelimit",
      String(limitSeconds),
      "-threads",
      ENCODER_THREADS,
      `file:${out}`,
    ],
    cwd,
    memoryBytes,
    addressSpaceBytes: 2 * memoryBytes,
    nice: true,
    signal,
    onLine: progress,
    cpuSeconds: limitSeconds,
    limitMs: limitSeconds * 1000,
  });
  if (signal?.aborted) throw stopping();
  if (exitCode !== 0 || ended !== null) throw failure(ended, stderr);
}

function failure(ended: string | null, stderr: string): Problem {
  const cause = { cause: stderr };
  if (stderr.includes("No space left"))
    return new Problem("disk_full", "There is not enough disk space to convert this video.", {}, cause);
  const reason = ended ?? stderr.split("\n")[0]?.slice(0, MOST_REASON) ?? "";
  return new Problem("media_unreadable", `ffmpeg could not convert this video: ${reason}.`, {}, cause);
}

/** Asks nothing, prints only errors, and reports its progress on stdout. */
const BATCH_MODE = [
  "-nostdin",
  "-hide_banner",
  "-v",
  "error",
  "-y",
  "-progress",
  "pipe:1",
  "-filter_threads",
  "1",
];
const MOST_REASON = 200;
