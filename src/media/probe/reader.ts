// Processes that read untrusted files, one file at a time each. One that takes too long or too much memory is ended, and
// another one takes its place.
import { ownProgram, READER_ENV, startChild, watchMemory, watchTime, type Child } from "../child-limits.ts";
import type { ImageFacts } from "./image.ts";
import type { Mime } from "./sniff.ts";
import type { VideoFacts } from "./video-facts.ts";

export interface Question {
  readonly path: string;
  readonly mime: Mime;
}
/** `final`: another reader would only be fooled. `cpuMs`: that the process has used since it began. */
export type Answer = { readonly cpuMs: number } & (
  { readonly facts: ImageFacts | VideoFacts } | { readonly fault: string; readonly final: boolean }
);

export interface ReadLimits {
  readonly limitMs: number;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
}

export interface Readers extends Disposable {
  /**
   * What the file is. As many processes as files are asked about at once. Throws ReadFault with the reason when it is
   * nothing that can be used or goes beyond a limit, NoReader when no reader starts.
   */
  read(question: Question, limits: ReadLimits): Promise<ImageFacts | VideoFacts>;
}

/** Why a file can't be read. */
export class ReadError extends Error {
  override readonly name = "ReadFault";
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}

/** The process does not start: our fault or the machine's, not the file's. */
export class NoReaderError extends Error {
  override readonly name = "NoReader";
}

/** The start has a limit of its own: on a busy machine it must not count as the file's fault. */
const START_LIMIT_MS = 20_000;
/** A picture of 50 megapixels takes 0.1 GB, one that is held whole up to 0.3 GB. */
const MEMORY_BYTES = 512e6;
/** An unused process ends after this time, because it only costs memory. */
const IDLE_MS = 30_000;
/** One that worked that long is replaced, well before the kernel would end it in the middle of a file. */
const MAX_CPU_MS = 60_000;
const KILL_CPU_S = 600;

interface Reader {
  readonly child: Child;
  readonly answers: AsyncIterator<string>;
  /** While it is unused: the timer that ends it. */
  idle: NodeJS.Timeout | null;
}

export function openReaders(): Readers {
  const all = new Set<Reader>();
  const waiting: Reader[] = [];

  function end(reader: Reader): void {
    if (reader.idle) clearTimeout(reader.idle);
    all.delete(reader);
    const at = waiting.indexOf(reader);
    if (at >= 0) waiting.splice(at, 1);
    reader.child.kill("SIGKILL");
  }
  function rest(reader: Reader): void {
    waiting.push(reader);
    reader.child.unref();
    reader.idle = setTimeout(() => end(reader), IDLE_MS);
    reader.idle.unref();
  }
  function woken(): Reader | undefined {
    const reader = waiting.pop();
    if (reader?.idle) clearTimeout(reader.idle);
    reader?.child.ref();
    return reader;
  }

  return {
    async read(question, limits) {
      const reader = woken() ?? (await start());
      all.add(reader);
      try {
        void reader.child.stdin.write(`${JSON.stringify(question)}\n`);
        void reader.child.stdin.flush();
        const answer = JSON.parse(await nextAnswer(reader, limits)) as Answer;
        if (answer.cpuMs > MAX_CPU_MS) end(reader);
        else rest(reader);
        if ("facts" in answer) return answer.facts;
        throw new ReadError(answer.fault, answer.final);
      } catch (cause) {
        if (!waiting.includes(reader)) end(reader);
        throw cause;
      }
    },
    [Symbol.dispose]: () => [...all].forEach(end),
  };
}

/** Its next line, within the limits. Throws ReadFault beyond them; the process is of no use then. */
async function nextAnswer({ child, answers }: Reader, { limitMs, signal }: ReadLimits): Promise<string> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new ReadError("it was given up", true));
  const untimed = watchTime(child.pid, limitMs, () =>
    reject(new ReadError(`it took longer than ${limitMs / 1000} s`, false)),
  );
  const megabytes = MEMORY_BYTES / 1e6;
  const unwatch = watchMemory(child.pid, MEMORY_BYTES, () =>
    reject(new ReadError(`it needs more than ${megabytes} MB of memory`, true)),
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
  if (done) throw new ReadError("the reader of files ended over it", false);
  return value;
}

/** The word by which the one-file program becomes a reader (main.ts). */
const READER_WORD = "media-reader";

/** The folder of a checkout is not for it: settings of Bun that lie there would be followed. */
const CWD = "/";

async function start(): Promise<Reader> {
  const cmd = ownProgram(READER_WORD, new URL("./reader.child.ts", import.meta.url));
  const limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: KILL_CPU_S };
  try {
    return await greet(await startChild({ cmd, cwd: CWD, ...limits }, READER_ENV));
  } catch (cause) {
    throw new NoReaderError("the reader of files did not start", { cause });
  }
}

/** Once it has said that it is there. */
async function greet(child: Child): Promise<Reader> {
  // What libraries complain about belongs to no operator's console, but a full pipe would stop them.
  void child.stderr.pipeTo(new WritableStream()).catch(() => {});
  const reader: Reader = { child, answers: linesOf(child.stdout), idle: null };
  const timer = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
  try {
    await nextLine(reader.answers);
    return reader;
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
