// Detects what this machine can convert, by asking the programs themselves.
import { findFfmpeg } from "./ffmpeg-programs.ts";
import { runProgram } from "../run-program.ts";
import { MIMES } from "../probe/sniff.ts";
import { messageOf } from "../../errors.ts";

export interface Capabilities extends VideoCapabilities {
  /** The image library; null when it can't be loaded, and then `imageFault` says why. */
  readonly sharp: { readonly version: string; readonly formats: readonly string[] } | null;
  readonly imageFault: string | null;
}

export interface VideoCapabilities {
  /** Versions; null: not found, or it does not start. */
  readonly ffmpeg: string | null;
  readonly ffprobe: string | null;
  /** What a conversion needs and this ffmpeg has not. */
  readonly missingEncoders: readonly string[];
}

/** The image formats that Crier takes, as sharp calls them. */
export const IMAGE_FORMATS = MIMES.filter((mime) => mime.startsWith("image/")).map(
  (mime) => mime.split("/")[1] ?? "",
);
const ENCODERS = ["libx264", "aac"];
const LIMIT_MS = 10_000;
const MEMORY_BYTES = 256e6;

/** @param searchPath folders to look for ffmpeg, instead of PATH */
export async function readCapabilities(searchPath?: string): Promise<Capabilities> {
  const [images, videos] = await Promise.all([imageLibrary(), readVideoCapabilities(searchPath)]);
  return { ...images, ...videos };
}

/** @param searchPath as above */
export async function readVideoCapabilities(searchPath?: string): Promise<VideoCapabilities> {
  const { ffmpeg, ffprobe } = findFfmpeg(searchPath);
  const [ffmpegVersion, ffprobeVersion, encoders] = await Promise.all([
    ffmpeg && versionOf(ffmpeg),
    ffprobe && versionOf(ffprobe),
    ffmpeg && output([ffmpeg, "-hide_banner", "-encoders"]),
  ]);
  const missingEncoders = ENCODERS.filter((name) => encoders !== null && !encoders.includes(` ${name} `));
  return { ffmpeg: ffmpegVersion, ffprobe: ffprobeVersion, missingEncoders };
}

async function imageLibrary(): Promise<Pick<Capabilities, "sharp" | "imageFault">> {
  try {
    const { default: sharp } = await import("sharp");
    const known = Object.values(sharp.format).filter(({ input, output: made }) => input.file && made.file);
    const formats = IMAGE_FORMATS.filter((format) => known.some(({ id }) => id === format));
    return { sharp: { version: sharp.versions.sharp ?? "unknown", formats }, imageFault: null };
  } catch (error) {
    const [line = ""] = messageOf(error).trim().split("\n");
    return { sharp: null, imageFault: line };
  }
}

async function versionOf(program: string): Promise<string | null> {
  return /version (\S+)/.exec(await output([program, "-version"]))?.[1] ?? null;
}

async function output(cmd: string[]): Promise<string> {
  const limits = { limitMs: LIMIT_MS, cpuSeconds: LIMIT_MS / 1000, memoryBytes: MEMORY_BYTES };
  return (await runProgram({ cmd, cwd: "/", ...limits })).stdout;
}
