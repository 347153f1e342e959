// Runs ffmpeg, if the machine has it: to check videos, make thumbnails and convert.
import { stat } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { Problem } from "../../errors.ts";
import { stopping } from "../../fair-gate.ts";
import { readGif } from "../probe/gif.ts";
import { demuxerOf, PINNED, planMp4, TONE_MAPPING, TONE_TABLE, type Recipe } from "./ffmpeg-arguments.ts";
import { findFfmpeg } from "./ffmpeg-programs.ts";
import { runProgram } from "../run-program.ts";
import { openTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
import { sniffFile, type Mime } from "../probe/sniff.ts";
import { probe, checkWithFfprobe, type Probed } from "../probe/ffprobe.ts";
import { toneTable } from "./tone-map.ts";
import { WITHOUT_FFMPEG } from "./missing-capability.ts";
import type { VideoFacts } from "../probe/video-facts.ts";
import type { TargetFormat } from "./target-format.ts";

export interface Ffmpeg {
  /** Both ffmpeg and ffprobe are on PATH. Without them every method below throws a Problem that says so. */
  readonly available: boolean;
  /** Reads a video by ffprobe; null when it can't be read that way either, or there is no ffprobe. */
  secondOpinion(path: string, mime: Mime): Promise<VideoFacts | null>;
  /** One picture of a video, `seconds` from its start (from its first frame when it is shorter), as JPEG. */
  poster(path: string, seconds: number): Promise<Uint8Array>;
  /**
   * How to make an H.264/AAC MP4 of it that starts playing at once and fits `wanted`, best first; streams that fit are
   * copied, not encoded. Empty when it would have to be unwatchable. Throws Problem media_unreadable when ffmpeg can't.
   */
  recipes(path: string, wanted: TargetFormat): Promise<Recipe[]>;
  /** Follows one of them. Throws Problem media_unreadable when ffmpeg can't, stopping when it was ended from outside. */
  run(path: string, recipe: Recipe, course?: RunOptions): Promise<EncodedVideo>;
}

/** How a conversion is ended, and who hears how far it is. */
export interface RunOptions {
  readonly signal?: AbortSignal;
  /** A share from 0 to 1. */
  readonly told?: (share: number) => void;
}

/** A file in a folder of its own, which disappears with it. */
export interface EncodedVideo extends AsyncDisposable {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FfmpegOptions {
  /** Where half-made videos are; needs room for one per conversion. The system's own folder when not given. */
  readonly temporary?: string;
  /** How long one conversion may take, s, beside what it takes by the length of the video. */
  readonly limitSeconds?: number;
  /** Folders to look for it, instead of PATH. */
  readonly searchPath?: string;
}

/** Looks for ffmpeg on PATH; nothing is started before it is needed. */
export function openFfmpeg(options: FfmpegOptions = {}): Ffmpeg {
  const { temporary = tmpdir(), limitSeconds = 600, searchPath } = options;
  const { ffmpeg: program, ffprobe } = findFfmpeg(searchPath);
  const needed = () => {
    if (program === null || ffprobe === null) throw new Problem("media_type_unsupported", WITHOUT_FFMPEG);
    return { program, ffprobe };
  };
  return {
    available: program !== null && ffprobe !== null,
    async secondOpinion(path, mime) {
      if (program === null || ffprobe === null) return null;
      await using folder = await openTemporaryFolder(temporary);
      return await checkWithFfprobe(path, mime, { ffprobe, cwd: folder.path });
    },
    async poster(path, seconds) {
      const programs = needed();
      await using folder = await openTemporaryFolder(temporary);
      const place = { ...programs, cwd: folder.path };
      const { curve = null } = (await probe(path, await mimeOf(path), place)) ?? {};
      await layTable(curve, folder.path);
      const at = (second: number) => picture(path, second, curve ? TONE_MAPPING : [], place);
      return (await at(seconds)) ?? (await at(0)) ?? nothing();
    },
    async recipes(path, wanted) {
      const programs = needed();
      await using folder = await openTemporaryFolder(temporary);
      const mime = await mimeOf(path);
      const facts =
        mime === "image/gif"
          ? await gifAsVideo(path)
          : await probe(path, mime, { ...programs, cwd: folder.path });
      if (!facts) throw new Problem("media_unreadable", "ffmpeg can't read this video.");
      const { size } = await stat(path);
      return planMp4({ ...facts, size }, wanted);
    },
    async run(path, recipe, course = {}) {
      const programs = needed();
      const { durationMs } = recipe.source;
      const patience = limitSeconds + Math.min(Math.ceil(durationMs / 1000) * SLOWNESS, LONGEST_S);
      const limits = { ...course, limitSeconds: patience, memoryBytes: CONVERSION_BYTES, durationMs };
      return cook(path, recipe, programs, await openTemporaryFolder(temporary), limits);
    },
  };
}

/** Where the programs are, and an empty folder to run them in. */
interface Kitchen {
  readonly program: string;
  readonly cwd: string;
}

function nothing(): never {
  throw new Problem("media_unreadable", "No frame of this video can be decoded.");
}

async function picture(
  path: string,
  seconds: number,
  filters: readonly string[],
  kitchen: Kitchen,
): Promise<Uint8Array | null> {
  const out = join(kitchen.cwd, "poster.jpg");
  const shown = ["-frames:v", "1", "-q:v", "3", "-f", "image2", "-update", "1"];
  const filtered = filters.length > 0 ? ["-vf", filters.join(",")] : [];
  const limits = { limitSeconds: POSTER_S, memoryBytes: POSTER_BYTES };
  const from = ["-ss", String(seconds), ...(await input(path))];
  await run([...from, ...shown, ...filtered], out, kitchen, limits);
  return (await Bun.file(out).exists()) ? Bun.file(out).bytes() : null;
}

/** Of an 8K video, which may refer to 16 of its pictures at once, 55 MB each. */
const POSTER_BYTES = 1e9;
const POSTER_S = 30;
/** 4K into 4K takes 0.9 GB, 8K into 8K 2.2 GB; half of the machine is for the server and the rest. */
const CONVERSION_BYTES = Math.min(Math.max(totalmem() / 2, 768e6), 4e9);

/** What one run of ffmpeg is held to. */
interface Limits extends RunOptions {
  readonly limitSeconds: number;
  readonly memoryBytes: number;
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

async function cook(
  path: string,
  recipe: Recipe,
  { program }: { readonly program: string },
  folder: TemporaryFolder,
  limits: Limits,
): Promise<EncodedVideo> {
  try {
    await layTable(recipe.source.curve, folder.path);
    const out = join(folder.path, "made.mp4");
    await run([...(await input(path)), ...recipe.options], out, { program, cwd: folder.path }, limits);
    return { path: out, size: (await stat(out)).size, [Symbol.asyncDispose]: folder.remove };
  } catch (cause) {
    await folder.remove();
    throw cause;
  }
}

/** Reads only this file, as only the format that its bytes have. */
async function input(path: string): Promise<string[]> {
  return ["-f", demuxerOf(await mimeOf(path)), ...PINNED, "-i", `file:${resolve(path)}`];
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

/** Encoders share the processors with the server. */
const ENCODER_THREADS = "2";

async function run(
  options: readonly string[],
  out: string,
  { program, cwd }: Kitchen,
  limits: Limits,
): Promise<void> {
  const { limitSeconds, memoryBytes, signal, told: onProgress, durationMs } = limits;
  if (signal?.aborted) throw stopping();
  const progress = (line: string) => {
    const at = /^out_time_us=(\d+)/.exec(line)?.[1];
    if (onProgress && durationMs && at !== undefined) onProgress(Math.min(1, Number(at) / 1000 / durationMs));
  };
  const { exitCode, stderr, ended } = await runProgram({
    cmd: [
      ...[program, "-nostdin", "-hide_banner", "-v", "error", "-y"],
      ...["-progress", "pipe:1", "-filter_threads", "1", ...options],
      // Ends by processor time even when we are no longer there to do it.
      ...["-timelimit", String(limitSeconds), "-threads", ENCODER_THREADS, `file:${out}`],
    ],
    ...{ cwd, memoryBytes, boundsAddressSpace: true, nice: true, signal, onLine: progress },
    ...{ cpuSeconds: limitSeconds, limitMs: limitSeconds * 1000 },
  });
  if (signal?.aborted) throw stopping();
  if (exitCode === 0 && ended === null) return;
  if (stderr.includes("No space left"))
    throw new Problem(
      "disk_full",
      "There is not enough disk space to convert this video.",
      {},
      { cause: stderr },
    );
  const reason = ended ?? stderr.split("\n")[0]?.slice(0, MOST_REASON) ?? "";
  throw new Problem(
    "media_unreadable",
    `ffmpeg could not convert this video: ${reason}.`,
    {},
    { cause: stderr },
  );
}

const MOST_REASON = 200;
