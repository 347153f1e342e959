// Runs ffmpeg, if the machine has it: to check videos, make thumbnails and convert.
import { stat } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { Problem } from "../../errors.ts";
import { readGif } from "../probe/gif.ts";
import { planMp4, TONE_MAPPING, TONE_TABLE, type Recipe } from "./ffmpeg-arguments.ts";
import { demuxerOf, PINNED } from "../probe/ffmpeg-input.ts";
import { runFfmpeg, type FfmpegPlace, type Limits, type RunOptions } from "./run-ffmpeg.ts";
import { findFfmpeg } from "./ffmpeg-programs.ts";
import { inTemporaryFolder, openTemporaryFolder } from "./temporary-folder.ts";
import { sniffFile, type Mime } from "../probe/sniff.ts";
import { probe, checkWithFfprobe, type Probed } from "../probe/ffprobe.ts";
import { toneTable } from "./tone-map.ts";
import { WITHOUT_FFMPEG } from "./missing-capability.ts";
import type { VideoFacts } from "../probe/video-facts.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

export interface Ffmpeg {
  /** Both ffmpeg and ffprobe are on PATH. Without them every method below throws a Problem that says so. */
  readonly available: boolean;
  /** Reads a video by ffprobe; null when it can't be read that way either, or there is no ffprobe. */
  secondOpinion(path: string, mime: Mime): Promise<VideoFacts | null>;
  /** One picture of a video, `seconds` from its start (from its first frame when it is shorter), as JPEG. */
  poster(path: string, seconds: number): Promise<MadeFile>;
  /**
   * How to make an H.264/AAC MP4 of it that starts playing at once and fits `targetFormat`, best first; streams that fit are
   * copied, not encoded. Empty when it would have to be unwatchable. Throws Problem media_unreadable when ffmpeg can't.
   */
  recipes(path: string, targetFormat: TargetFormat): Promise<Recipe[]>;
  /** Follows one of them. Throws Problem media_unreadable when ffmpeg can't, stopping when it was ended from outside. */
  run(path: string, recipe: Recipe, options?: RunOptions): Promise<MadeFile>;
}

/** A file in a folder of its own, which disappears with it. */
export interface MadeFile extends AsyncDisposable {
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
  const requirePrograms = () => {
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
      const programs = requirePrograms();
      return await inTemporaryFolder(temporary, async (cwd) => {
        const place = { ...programs, cwd };
        const { curve = null } = (await probe(path, await mimeOf(path), place)) ?? {};
        await writeToneTable(curve, cwd);
        const at = (second: number) => picture(path, second, curve ? TONE_MAPPING : [], place);
        return (await at(seconds)) ?? (await at(0)) ?? nothing();
      });
    },
    async recipes(path, targetFormat) {
      const programs = requirePrograms();
      await using folder = await openTemporaryFolder(temporary);
      return planMp4(await sourceOf(path, { ...programs, cwd: folder.path }), targetFormat);
    },
    async run(path, recipe, options = {}) {
      const programs = requirePrograms();
      const { durationMs } = recipe.source;
      const timeLimit = limitSeconds + Math.min(Math.ceil(durationMs / 1000) * SLOWNESS, LONGEST_S);
      const limits = { ...options, limitSeconds: timeLimit, memoryBytes: CONVERSION_BYTES, durationMs };
      return await inTemporaryFolder(temporary, (cwd) => encode(path, recipe, { ...programs, cwd }, limits));
    },
  };
}

/** @throws Problem media_unreadable */
async function sourceOf(
  path: string,
  place: Parameters<typeof probe>[2],
): Promise<Probed & { size: number }> {
  const mime = await mimeOf(path);
  const facts = mime === "image/gif" ? await gifAsVideo(path) : await probe(path, mime, place);
  if (!facts) throw new Problem("media_unreadable", "ffmpeg can't read this video.");
  return { ...facts, size: (await stat(path)).size };
}

function nothing(): never {
  throw new Problem("media_unreadable", "No frame of this video can be decoded.");
}

async function picture(path: string, seconds: number, filters: readonly string[], workplace: FfmpegPlace) {
  const out = join(workplace.cwd, "poster.jpg");
  const shown = ["-frames:v", "1", "-q:v", "3", "-f", "image2", "-update", "1"];
  const filtered = filters.length > 0 ? ["-vf", filters.join(",")] : [];
  const limits = { limitSeconds: POSTER_S, memoryBytes: POSTER_BYTES };
  const from = ["-ss", String(seconds), ...(await input(path))];
  await runFfmpeg([...from, ...shown, ...filtered], out, workplace, limits);
  const made = await stat(out).catch(() => null);
  return made && { path: out, size: made.size };
}

/** Of an 8K video, which may refer to 16 of its pictures at once, 55 MB each. */
const POSTER_BYTES = 1e9;
const POSTER_S = 30;
/** 4K into 4K takes 0.9 GB, 8K into 8K 2.2 GB; half of the machine is for the server and the rest. */
const CONVERSION_BYTES = Math.min(Math.max(totalmem() / 2, 768e6), 4e9);

/** How much longer than it plays a large video takes on a small machine, in the time of its processors. */
const SLOWNESS = 8;
/** Whatever a file says of its length. */
const LONGEST_S = 8 * 3600;

/** Writes the table of colours to where the filters look for it. */
async function writeToneTable(curve: Recipe["source"]["curve"], folder: string): Promise<void> {
  if (curve) await Bun.write(join(folder, TONE_TABLE), toneTable(curve));
}

async function encode(path: string, recipe: Recipe, place: FfmpegPlace, limits: Limits) {
  await writeToneTable(recipe.source.curve, place.cwd);
  const out = join(place.cwd, "made.mp4");
  await runFfmpeg([...(await input(path)), ...recipe.options], out, place, limits);
  return { path: out, size: (await stat(out)).size };
}

/** Reads only this file, as only the format that its bytes have. */
async function input(path: string): Promise<string[]> {
  return ["-f", demuxerOf(await mimeOf(path)), ...PINNED, "-i", `file:${resolve(path)}`];
}

/** A GIF by its own blocks: ffprobe counts neither how long its last picture stands nor a rate that fits all of them. */
async function gifAsVideo(path: string): Promise<Probed> {
  const { width, height, durationMs, steadyRate } = await readGif(path);
  return {
    width,
    height,
    durationMs,
    frameRate: steadyRate,
    videoCodec: "gif",
    audioCodec: null,
    hdr: false,
    rotation: 0,
    alpha: true,
    colourSpace: null,
    curve: null,
  };
}

const MOVING = /^video\/|^image\/gif$/;

async function mimeOf(path: string): Promise<Mime> {
  const mime = await sniffFile(path);
  if (!mime || !MOVING.test(mime)) throw new Problem("media_type_unsupported", "This file is not a video.");
  return mime;
}
