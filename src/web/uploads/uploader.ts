// Sends files one after the other, goes on by itself after a break, and remembers what is not finished.
import { NoAnswerError, ProblemError, isProblem } from "../api.ts";
import { composeWords as words } from "../words/compose.ts";
import type { Media } from "../media/queries.ts";
import { isSameFile, pendingOf, type Pending } from "./pending.ts";
import {
  complete,
  prepare,
  receivedBytes,
  sendForm,
  sendRest,
  UploadGoneError,
  type Prepared,
} from "./upload.ts";

export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** Bytes that the server has. */
  readonly sent: number;
  /** `absent`: after a reload only the person has the file. */
  readonly state: "waiting" | "sending" | "resuming" | "broken" | "finishing" | "refused" | "absent";
  /** Why it was refused. */
  readonly problem: string | null;
}

export const isGoing = ({ state }: Upload): boolean =>
  state === "waiting" || state === "sending" || state === "resuming" || state === "finishing";

/** A file that was handed in. */
export interface Sending {
  readonly key: string;
  /** Null when it was refused, or somebody changed their mind. */
  readonly arrived: Promise<Media | null>;
}

interface Job {
  upload: Upload;
  readonly arrived: PromiseWithResolvers<Media | null>;
  readonly file: File | null;
  prepared: Prepared | null;
  /** Bytes that the server said it has. */
  received: number;
  readonly stop: AbortController;
}

export interface Uploader {
  /** In the order of the files. */
  readonly add: (files: readonly File[]) => readonly Sending[];
  readonly resume: (key: string) => void;
  readonly forget: (key: string) => void;
  readonly stop: () => void;
}

export interface UploaderDeps {
  readonly profileId: string;
  readonly remembered: readonly Pending[];
  readonly remember: (list: readonly Pending[]) => void;
  readonly report: (uploads: readonly Upload[]) => void;
  readonly done: (media: Media, key: string) => void;
}

const AT_ONCE = 2;
const TRIES = 6;
const FIRST_WAIT_MS = 1000;
const LARGEST = 512 * 1024 * 1024;
const isGif = ({ type }: File): boolean => type === "image/gif";

export function openUploader(deps: UploaderDeps): Uploader {
  let jobs: Job[] = deps.remembered.map(({ key, name, size, sent, prepared }) => ({
    upload: { key, name, size, sent, state: "absent", problem: null },
    file: null,
    prepared,
    received: 0,
    arrived: Promise.withResolvers(),
    stop: new AbortController(),
  }));
  let pending = deps.remembered;
  let running = 0;

  const report = () => deps.report(jobs.map(({ upload }) => upload));

  function change(job: Job, to: Partial<Upload>): void {
    job.upload = { ...job.upload, ...to };
    report();
  }

  function remember(job: Job, next: Pending | null): void {
    pending = [...pending.filter(({ key }) => key !== job.upload.key), ...(next ? [next] : [])];
    deps.remember(pending);
  }

  function add(files: readonly File[]): readonly Sending[] {
    const added = files.map((file) => {
      const known = pending.find((each) => isSameFile(each, file));
      const before = jobs.find(({ upload }) => upload.key === known?.key);
      // It is on its way already.
      if (before && before.upload.state !== "absent") return before;
      const job = jobOf(file, known ?? null);
      jobs = [...jobs.filter((each) => each !== before), job];
      return job;
    });
    report();
    next();
    return added.map(({ upload: { key }, arrived }) => ({ key, arrived: arrived.promise }));
  }

  function next(): void {
    for (const job of jobs) {
      if (running >= AT_ONCE) return;
      if (job.upload.state !== "waiting") continue;
      running += 1;
      change(job, { state: "sending" });
      void run(job).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  async function run(job: Job): Promise<void> {
    const { file, stop } = job;
    if (file === null) return;
    try {
      const media = await sendWhole(job, file);
      remember(job, null);
      jobs = jobs.filter((each) => each !== job);
      report();
      deps.done(media, job.upload.key);
      job.arrived.resolve(media);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ProblemError) {
        remember(job, null);
        change(job, { state: "refused", problem: error.problem.detail });
        job.arrived.resolve(null);
      } else change(job, { state: "broken" });
    }
  }

  /** Tries again while the connection breaks; bytes that arrived in between begin the tries anew. */
  async function sendWhole(job: Job, file: File): Promise<Media> {
    for (let tries = 0; ; tries++) {
      const before = job.received;
      try {
        return isGif(file) ? await sendGif(job, file) : await sendPrepared(job, file);
      } catch (error) {
        if (job.stop.signal.aborted) throw error;
        if (error instanceof UploadGoneError) job.prepared = null;
        const canGoOn = error instanceof NoAnswerError || error instanceof UploadGoneError;
        const isLate = isProblem(error, "upload_offset") || isProblem(error, "upload_incomplete");
        if (job.received > before) tries = 0;
        if ((!canGoOn && !isLate) || tries >= TRIES) throw error;
        change(job, { state: "resuming" });
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** tries));
      }
    }
  }

  async function sendGif(job: Job, file: File): Promise<Media> {
    change(job, { state: "sending" });
    return await sendForm(deps.profileId, file, (sent) => change(job, { sent }), job.stop.signal);
  }

  async function sendPrepared(job: Job, file: File): Promise<Media> {
    const isKnown = job.prepared !== null;
    const prepared = job.prepared ?? (await prepare(deps.profileId, file));
    job.prepared = prepared;
    const note = (sent: number) => {
      remember(job, { ...pendingOf(file, prepared), key: job.upload.key, sent });
      change(job, { state: "sending", sent });
    };
    const from = isKnown ? await receivedBytes(prepared, job.stop.signal) : 0;
    job.received = from;
    note(from);
    if (from < file.size) await sendRest({ file, prepared, from, onProgress: note, signal: job.stop.signal });
    change(job, { state: "finishing", sent: file.size });
    return await complete(deps.profileId, prepared.uploadId);
  }

  return {
    add,
    resume(key) {
      const job = jobs.find(({ upload }) => upload.key === key);
      if (job?.file === null || job?.upload.state !== "broken") return;
      change(job, { state: "waiting" });
      next();
    },
    forget(key) {
      const job = jobs.find(({ upload }) => upload.key === key);
      if (!job) return;
      job.stop.abort();
      remember(job, null);
      jobs = jobs.filter((each) => each !== job);
      job.arrived.resolve(null);
      report();
    },
    stop() {
      for (const { stop } of jobs) stop.abort();
    },
  };
}

function jobOf(file: File, known: Pending | null): Job {
  const refusal = refusalOf(file);
  const { key } = known ?? { key: `${file.name} ${file.size} ${file.lastModified} ${Math.random()}` };
  const upload: Upload = {
    key,
    name: file.name,
    size: file.size,
    sent: known?.sent ?? 0,
    state: refusal === null ? "waiting" : "refused",
    problem: refusal,
  };
  const arrived = Promise.withResolvers<Media | null>();
  if (refusal !== null) arrived.resolve(null);
  const prepared = known?.prepared ?? null;
  return { upload, file, prepared, received: 0, arrived, stop: new AbortController() };
}

/** What is certain to be refused is not sent. */
function refusalOf({ type, size }: File): string | null {
  if (!/^(?:image|video)\//.test(type)) return words.wrongKind;
  return size > LARGEST ? words.tooLarge : null;
}
