// Processes in which untrusted files are decoded, one file at a time each. One that takes too long or too much memory is
// ended, and another one takes its place.
import { Problem } from "../../errors.ts";
import { ownProgram, OWN_ENV, startChild, watchMemory, watchTime, type Child } from "../child-limits.ts";
import type { Answer, Result, Task } from "./tasks.ts";

export interface TaskLimits {
  readonly limitMs: number;
  readonly memoryBytes: number;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
}

export interface MediaProcesses extends Disposable {
  /**
   * Does the task, in as many processes as there are tasks at once.
   * @throws Problem as the task does; ProcessError when the file can't be used or goes beyond a limit; NoProcessError when
   * no process starts
   */
  run<T extends Task>(task: T, limits: TaskLimits): Promise<Result<T>>;
}

/** Why nothing came of a file. */
export class ProcessError extends Error {
  override readonly name = "ProcessError";
  constructor(
    message: string,
    /** Another try would end like this one. */
    readonly final: boolean,
  ) {
    super(message);
  }
}

/** The process does not start: our fault or the machine's, not the file's. */
export class NoProcessError extends Error {
  override readonly name = "NoProcessError";
}

/** The start has a limit of its own: on a busy machine it must not count as the file's fault. */
const START_LIMIT_MS = 20_000;
/** An unused process ends after this time, because it only costs memory. */
const IDLE_MS = 30_000;
/** One that worked that long is replaced: it must not come near the time at which the kernel ends it. */
const MAX_CPU_MS = 60_000;
/** More than any task needs: it only matters when the server has died and no longer watches the time. */
const KILL_CPU_S = 3600;
/** One that has grown to that is replaced: what it has not given back must not bring the next file beyond its limit. */
const MAX_KEPT_BYTES = 192e6;

interface MediaProcess {
  readonly child: Child;
  readonly answers: AsyncIterator<string>;
  /** While it is unused: the timer that ends it. */
  idle: NodeJS.Timeout | null;
}

export function openMediaProcesses(): MediaProcesses {
  const all = new Set<MediaProcess>();
  const waiting: MediaProcess[] = [];

  function end(worker: MediaProcess): void {
    if (worker.idle) clearTimeout(worker.idle);
    all.delete(worker);
    const at = waiting.indexOf(worker);
    if (at >= 0) waiting.splice(at, 1);
    worker.child.kill("SIGKILL");
  }
  async function startAnother(): Promise<MediaProcess> {
    const worker = await start();
    all.add(worker);
    // Also one that is ended from outside while it waits, as by the kernel when memory runs out.
    void worker.child.exited.then(() => end(worker));
    return worker;
  }
  function keepIdle(worker: MediaProcess): void {
    waiting.push(worker);
    worker.child.unref();
    worker.idle = setTimeout(() => end(worker), IDLE_MS);
    worker.idle.unref();
  }
  function takeIdle(): MediaProcess | undefined {
    const worker = waiting.pop();
    if (worker?.idle) clearTimeout(worker.idle);
    worker?.child.ref();
    return worker;
  }

  return {
    async run<T extends Task>(task: T, limits: TaskLimits) {
      const worker = takeIdle() ?? (await startAnother());
      try {
        void worker.child.stdin.write(`${JSON.stringify(task)}\n`);
        void worker.child.stdin.flush();
        const answer = JSON.parse(await nextAnswer(worker, limits)) as Answer;
        if (answer.cpuMs > MAX_CPU_MS || answer.residentBytes > MAX_KEPT_BYTES) end(worker);
        else keepIdle(worker);
        return resultOf<T>(answer);
      } catch (cause) {
        if (!waiting.includes(worker)) end(worker);
        throw cause;
      }
    },
    [Symbol.dispose]: () => [...all].forEach(end),
  };
}

function resultOf<T extends Task>(answer: Answer): Result<T> {
  // A task of one kind has results of one type.
  if ("result" in answer) return answer.result as Result<T>;
  if ("fault" in answer) throw new ProcessError(answer.fault, answer.final);
  const { code, detail, cause } = answer.problem;
  throw new Problem(code, detail, {}, cause === null ? {} : { cause });
}

/** Its next line, within the limits. Throws ProcessError beyond them; the process is of no use then. */
async function nextAnswer(
  { child, answers }: MediaProcess,
  { limitMs, memoryBytes, signal }: TaskLimits,
): Promise<string> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new ProcessError("it was given up", true));
  const untimed = watchTime(child.pid, limitMs, () =>
    reject(new ProcessError(`it took longer than ${limitMs / 1000} s`, false)),
  );
  const megabytes = memoryBytes / 1e6;
  const unwatch = watchMemory(child.pid, memoryBytes, () =>
    reject(new ProcessError(`it needs more than ${megabytes} MB of memory`, true)),
  );
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([nextLine(answers), broken]);
  } finally {
    untimed();
    unwatch();
    signal?.removeEventListener("abort", giveUp);
  }
}

async function nextLine(answers: AsyncIterator<string>): Promise<string> {
  const { done, value } = await answers.next();
  if (done) throw new ProcessError("the process that decodes it ended", false);
  return value;
}

/** The word by which the one-file program becomes such a process (main.ts). */
const PROCESS_WORD = "media-process";

/** The folder of a checkout is not for it: settings of Bun that lie there would be followed. */
const CWD = "/";

async function start(): Promise<MediaProcess> {
  const cmd = ownProgram(PROCESS_WORD, new URL("./media.child.ts", import.meta.url));
  try {
    return await greet(await startChild({ cmd, cwd: CWD, cpuSeconds: KILL_CPU_S }, OWN_ENV));
  } catch (cause) {
    throw new NoProcessError("the process that decodes files did not start", { cause });
  }
}

/** Once it has said that it is there. */
async function greet(child: Child): Promise<MediaProcess> {
  // What libraries complain about belongs to no operator's console, but a full pipe would stop them.
  void child.stderr.pipeTo(new WritableStream()).catch(() => {});
  const worker: MediaProcess = { child, answers: linesOf(child.stdout), idle: null };
  const timer = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
  try {
    await nextLine(worker.answers);
    return worker;
  } finally {
    clearTimeout(timer);
  }
}

/** Longer than any answer. */
const MAX_LINE = 1 << 16;

async function* linesOf(stream: Child["stdout"]): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > MAX_LINE) return;
    yield* parts;
  }
}
