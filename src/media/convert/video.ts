// Converts a video to the best result a network accepts, encoded once for all targets with the same requirements.
import { Problem } from "../../errors.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { RunOptions } from "./run-ffmpeg.ts";
import type { Files, StoredFile } from "../storage/files.ts";
import { cacheKeyOf, type ResultCache } from "./result-cache.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

export interface ConvertedFile extends StoredFile {
  readonly mime: string;
  /** px as displayed. */
  readonly width: number;
  readonly height: number;
}

export interface VideoParts {
  readonly files: Pick<Files, "adapted">;
  readonly notes: ResultCache;
  readonly ffmpeg: Ffmpeg;
}

/**
 * @param source sha-256 of the file at `path`
 * Throws Problem media_unreadable when ffmpeg can't, media_too_large when it would have to be unwatchable, stopping when
 * it was ended from outside.
 */
export async function convertVideo(
  source: string,
  path: string,
  targetFormat: TargetFormat,
  options: RunOptions,
  { files, notes, ffmpeg }: VideoParts,
): Promise<ConvertedFile> {
  const { maxBytes, mime } = targetFormat;
  for (const recipe of await ffmpeg.recipes(path, targetFormat)) {
    const key = cacheKeyOf(source, ...recipe.options);
    const known = await notes.recall<ConvertedFile>(source, key);
    if (known && known.size <= maxBytes) return known;
    if (known || recipe.onlyIfKnown) continue;
    await using video = await ffmpeg.run(path, recipe, options);
    if (video.size > maxBytes) continue;
    const { width, height } = recipe;
    const stored = await files.adapted.write(Bun.file(video.path).stream(), maxBytes);
    const made = { ...stored, mime, width, height };
    await notes.remember(source, key, made);
    return made;
  }
  const limit = maxBytes.toLocaleString("en");
  throw new Problem(
    "media_too_large",
    `This video can't be made to fit ${limit} bytes and still be watched.`,
  );
}
