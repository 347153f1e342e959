// One thread that reads videos one after the other, and is replaced when one takes too long.
import type { Mime } from "./sniff.ts";
import type { VideoFacts } from "./video-facts.ts";

export interface Question {
  readonly path: string;
  readonly mime: Mime;
}
/** `final`: another reader would only be fooled. */
export type Answer = { readonly facts: VideoFacts } | { readonly fault: string; readonly final: boolean };

/** The thread's own start has a limit of its own: on a busy machine it must not count as the video's fault. */
const START_LIMIT_MS = 20_000;

export interface VideoWorker extends Disposable {
  /** Throws an Error with the reason when the file is no whole video or takes longer than the limit; NoReader else. */
  read(path: string, mime: Mime): Promise<VideoFacts>;
}

/** @param limitMs how long one video may take once the thread runs */
export function openVideoWorker(limitMs: number): VideoWorker {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function ask(question: Question): Promise<VideoFacts> {
    try {
      worker ??= await start();
      const next = answerOf(worker, limitMs, `it took longer than ${limitMs / 1000} s`);
      worker.postMessage(question);
      const answer = (await next) as Answer;
      if ("facts" in answer) return answer.facts;
      throw new VideoFault(answer.fault, answer.final);
    } catch (cause) {
      if (cause instanceof Stuck) drop();
      throw cause;
    }
  }
  function drop() {
    worker?.terminate();
    worker = null;
  }
  return {
    read(path, mime) {
      const turn = last.then(() => ask({ path, mime }));
      last = turn.catch(() => {});
      return turn;
    },
    [Symbol.dispose]: drop,
  };
}

/** The thread gave no answer in time, or died: it can't be used again. */
class Stuck extends Error {}

/** Why this is no whole video. */
export class VideoFault extends Error {
  override readonly name = "VideoFault";
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}

/** The thread does not start: our fault or the machine's, not the video's. */
export class NoReader extends Error {
  override readonly name = "NoReader";
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL("./probe.worker.ts", import.meta.url).href);
  worker.unref();
  try {
    await answerOf(worker, START_LIMIT_MS, "it gave no sign");
    return worker;
  } catch (cause) {
    worker.terminate();
    throw new NoReader("the reader of videos did not start", { cause });
  }
}

function answerOf(worker: Worker, limitMs: number, complaint: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(new Stuck(complaint)), limitMs);
  worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Stuck(message));
  const onClose = () => reject(new Stuck("the reader of videos ended"));
  worker.addEventListener("close", onClose);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.removeEventListener("close", onClose);
  });
}
