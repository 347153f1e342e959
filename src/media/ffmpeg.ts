// ffmpeg, where the machine has it: a second opinion on videos, posters and conversions. The one user of fluent-ffmpeg.
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FfmpegCommand } from "fluent-ffmpeg";
import { Problem } from "../errors.ts";
import { stopping } from "./fair-gate.ts";
import { readGif } from "./gif.ts";
import { demuxerOf, PINNED, planMp4, TONE_MAPPING, TONE_TABLE, type Recipe } from "./recipe.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { sniffFile, type Mime } from "./sniff.ts";
import { probe, secondOpinion, type Probed } from "./second-opinion.ts";
import { toneTable } from "./tone-map.ts";
import { WITHOUT_FFMPEG } from "./unable.ts";
import type { VideoFacts } from "./video-facts.ts";
import type { Wanted } from "./wanted.ts";

export interface Ffmpeg {
  /** Both ffmpeg and ffprobe are on PATH. Without them every method below throws a Problem that says so. */
  readonly available: boolean;
  /** What the machine's ffmpeg calls itself, such as "5.1.9-0+deb12u1"; null without one. */
  version(): Promise<string | null>;
  /** Reads a video by ffprobe; null when it can't be read that way either, or there is no ffprobe. */
  secondOpinion(path: string, mime: Mime): Promise<VideoFacts | null>;
  /** One picture of a video, `seconds` from its start (from its first frame when it is shorter), as JPEG. */
  poster(path: string, seconds: number): Promise<Uint8Array>;
  /**
   * How to make an H.264/AAC MP4 of it that starts playing at once and fits `wanted`, best first; streams that fit are
   * copied, not encoded. Empty when it would have to be unwatchable. Throws Problem media_unreadable when ffmpeg can't.
   */
  recipes(path: string, wanted: Wanted): Promise<Recipe[]>;
  /** Follows one of them. Throws Problem media_unreadable when ffmpeg can't, stopping when it was ended from outside. */
  cook(path: string, recipe: Recipe, course?: Course): Promise<MadeVideo>;
}

/** How a conversion is ended, and who hears how far it is. */
export interface Course {
  readonly signal?: AbortSignal;
  /** A share from 0 to 1. */
  readonly told?: (share: number) => void;
}

/** A file in a folder of its own, which disappears with it. */
export interface MadeVideo extends AsyncDisposable {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FfmpegOptions {
  /** Where half-made videos are; needs room for one per conversion. The system's own folder when not given. */
  readonly scratch?: string;
  /** How long one conversion may take, s, beside what it takes by the length of the video. */
  readonly limitSeconds?: number;
  /** Folders to look for it, instead of PATH. */
  readonly searchPath?: string;
}

/** Looks for ffmpeg on PATH; nothing is started before it is needed. */
export function openFfmpeg(options: FfmpegOptions = {}): Ffmpeg {
  const { scratch = tmpdir(), limitSeconds = 600, searchPath } = options;
  const where = searchPath === undefined ? {} : { PATH: searchPath };
  const available = Bun.which("ffmpeg", where) !== null && Bun.which("ffprobe", where) !== null;
  const needed = () => {
    if (!available) throw new Problem("media_type_unsupported", WITHOUT_FFMPEG);
  };
  return {
    available,
    version: async () => (available ? version() : null),
    secondOpinion: async (path, mime) => (available ? secondOpinion(path, mime) : null),
    async poster(path, seconds) {
      needed();
      await using folder = await openScratch(scratch);
      const { curve = null } = (await probe(path, await mimeOf(path))) ?? {};
      await layTable(curve, folder.path);
      const at = (second: number) => picture(path, second, curve ? TONE_MAPPING : [], folder.path);
      return (await at(seconds)) ?? (await at(0)) ?? nothing();
    },
    async recipes(path, wanted) {
      needed();
      const mime = await mimeOf(path);
      const facts = mime === "image/gif" ? await gifAsVideo(path) : await probe(path, mime);
      if (!facts) throw new Problem("media_unreadable", "ffmpeg can't read this video.");
      const { size } = await stat(path);
      return planMp4({ ...facts, size }, wanted);
    },
    async cook(path, recipe, course = {}) {
      needed();
      const { durationMs } = recipe.source;
      const patience = limitSeconds + Math.min(Math.ceil(durationMs / 1000) * SLOWNESS, LONGEST_S);
      return cook(path, recipe, await openScratch(scratch), {
        ...course,
        limitSeconds: patience,
        durationMs,
      });
    },
  };
}

function nothing(): never {
  throw new Problem("media_unreadable", "No picture of this video can be decoded.");
}

async function version(): Promise<string | null> {
  const { stdout } = Bun.spawn(["ffmpeg", "-version"], { stdin: "ignore", stderr: "ignore" });
  return /^ffmpeg version (\S+)/.exec(await stdout.text())?.[1] ?? null;
}

async function picture(
  path: string,
  seconds: number,
  filters: readonly string[],
  folder: string,
): Promise<Uint8Array | null> {
  const out = join(folder, "poster.jpg");
  const command = await read(path, folder);
  command.seekInput(seconds).outputOptions(["-frames:v", "1", "-q:v", "3", "-f", "image2", "-update", "1"]);
  if (filters.length > 0) command.outputOptions(["-vf", filters.join(",")]);
  await run(command, out, { limitSeconds: 30 });
  return (await Bun.file(out).exists()) ? Bun.file(out).bytes() : null;
}

/** What one run of ffmpeg is held to. */
interface Limits extends Course {
  readonly limitSeconds: number;
  /** Of the video, to know how far it is. */
  readonly durationMs?: number;
}

/** How much longer than it plays a large video takes on a small machine, in the time of its processors. */
const SLOWNESS = 8;
/** Whatever a file says of its length. */
const LONGEST_S = 8 * 3600;

/** Where the filters look for it. */
async function layTable(curve: Recipe["source"]["curve"], folder: string): Promise<void> {
  if (curve) await Bun.write(join(folder, TONE_TABLE), toneTable(curve));
}

async function cook(path: string, recipe: Recipe, folder: Scratch, limits: Limits): Promise<MadeVideo> {
  try {
    await layTable(recipe.source.curve, folder.path);
    const out = join(folder.path, "made.mp4");
    const command = await read(path, folder.path);
    command.outputOptions([...recipe.options]);
    await run(command, out, limits);
    return { path: out, size: (await stat(out)).size, [Symbol.asyncDispose]: folder.remove };
  } catch (cause) {
    await folder.remove();
    throw cause;
  }
}

/** A command that can read only this file, as only the format that its bytes have. */
async function read(path: string, cwd: string): Promise<FfmpegCommand> {
  const { default: ffmpeg } = await import("fluent-ffmpeg");
  return ffmpeg({ cwd, niceness: 10 })
    .input(`file:${resolve(path)}`)
    .inputFormat(demuxerOf(await mimeOf(path)))
    .inputOptions([...PINNED]);
}

/** A GIF by its own blocks: ffprobe counts neither how long its last picture stands nor a rate that fits all of them. */
async function gifAsVideo(path: string): Promise<Probed> {
  const { width, height, durationMs, steadyRate } = await readGif(path);
  return {
    ...{ width, height, durationMs, frameRate: steadyRate, videoCodec: "gif", audioCodec: null },
    ...{ hdr: false, rotation: 0, alpha: true, colourSpace: null, curve: null },
  };
}

const MOVING = /^video\/|^image\/gif$/;

async function mimeOf(path: string): Promise<Mime> {
  const mime = await sniffFile(path);
  if (!mime || !MOVING.test(mime)) throw new Problem("media_type_unsupported", "This file is not a video.");
  return mime;
}

async function run(command: FfmpegCommand, out: string, limits: Limits): Promise<void> {
  const { limitSeconds, signal, told, durationMs } = limits;
  if (signal?.aborted) throw stopping();
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  // -timelimit ends it by CPU time even when we are no longer there to do it.
  command.outputOptions(["-timelimit", String(limitSeconds), "-threads", "2"]);
  command.on("end", () => done()).on("error", (cause) => reject(cause));
  if (told && durationMs)
    command.on("progress", ({ timemark }) => told(Math.min(1, msOf(timemark) / durationMs)));
  const end = () => {
    command.kill("SIGKILL");
    reject(stopping());
  };
  signal?.addEventListener("abort", end, { once: true });
  const timer = setTimeout(() => {
    command.kill("SIGKILL");
    reject(new Error(`it took longer than ${limitSeconds} s`));
  }, limitSeconds * 1000);
  command.save(`file:${out}`);
  try {
    await promise;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const text = cause instanceof Error ? cause.message : String(cause);
    if (text.includes("No space left"))
      throw new Problem("disk_full", "There is no room to convert this video.", {}, { cause });
    const [reason] = text.split("\n");
    throw new Problem("media_unreadable", `ffmpeg could not convert this video: ${reason}.`, {}, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** "00:01:02.50", as ffmpeg says where it is. */
function msOf(timemark: string): number {
  const seconds = timemark.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
