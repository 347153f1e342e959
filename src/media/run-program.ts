// Runs a program with limits on output, time and memory, and stops it when its result is no longer needed.
import { startChild, watchMemory, watchTime, type ChildOptions } from "./child-limits.ts";

export interface Run extends ChildOptions {
  /** Most memory in use. */
  readonly memoryBytes: number;
  /** As `watchTime` takes it. */
  readonly limitMs: number;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** Hears each line of its output, as it comes; then no output is kept. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was ended from here; null when it ended itself. */
  readonly ended: string | null;
}

/** Bytes of what it says that are kept; the rest is read and forgotten. */
const MOST_OUTPUT = 1 << 20;
const MOST_COMPLAINTS = 16 << 10;

/** Throws only when the program can't be started. */
export async function runProgram(run: Run): Promise<Ran> {
  const child = await startChild(run);
  let ended: string | null = null;
  const end = (why: string) => {
    ended ??= why;
    child.kill("SIGKILL");
  };
  const onAbort = () => end("it was given up");
  const megabytes = Math.round(run.memoryBytes / 1e6);
  const unwatch = watchMemory(child.pid, run.memoryBytes, () =>
    end(`it needs more than ${megabytes} MB of memory`),
  );
  const untimed = watchTime(child.pid, run.limitMs, () => end(`it took longer than ${run.limitMs / 1000} s`));
  run.signal?.addEventListener("abort", onAbort, { once: true });
  if (run.signal?.aborted) onAbort();
  try {
    void child.stdin.end();
    const [stdout, stderr, exitCode] = await Promise.all([
      run.onLine ? lines(child.stdout, run.onLine) : head(child.stdout, MOST_OUTPUT),
      head(child.stderr, MOST_COMPLAINTS),
      child.exited,
    ]);
    return { exitCode, stdout, stderr, ended };
  } finally {
    untimed();
    unwatch();
    run.signal?.removeEventListener("abort", onAbort);
  }
}

/** The beginning of a stream, which is read to its end. */
async function head(stream: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let room = most;
  for await (const chunk of stream) {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.byteLength;
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function lines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<""> {
  let rest = "";
  for await (const chunk of stream) {
    const parts = `${rest}${Buffer.from(chunk).toString("latin1")}`.split("\n");
    rest = (parts.pop() ?? "").slice(0, 1000);
    parts.forEach(onLine);
  }
  return "";
}
