// Converts a video to the best result a network accepts, encoded once for all targets with the same requirements.
import { Problem } from "../../errors.ts";
import type { AdaptedFile } from "./index.ts";
import type { Course, Ffmpeg } from "./ffmpeg.ts";
import type { Files } from "../storage/files.ts";
import { questionOf, type Notes } from "./result-cache.ts";
import type { Wanted } from "./target-format.ts";

export interface VideoParts {
  readonly files: Pick<Files, "adapted">;
  readonly notes: Notes;
  readonly ffmpeg: Ffmpeg;
}

/**
 * @param source sha-256 of the file at `path`
 * Throws Problem media_unreadable when ffmpeg can't, media_too_large when it would have to be unwatchable, stopping when
 * it was ended from outside.
 */
export async function adaptVideo(
  source: string,
  path: string,
  wanted: Wanted,
  course: Course,
  { files, notes, ffmpeg }: VideoParts,
): Promise<AdaptedFile> {
  const { maxBytes, mime } = wanted;
  for (const recipe of await ffmpeg.recipes(path, wanted)) {
    const key = questionOf(source, ...recipe.options);
    const known = await notes.recall<AdaptedFile>(source, key);
    if (known && known.size <= maxBytes) return known;
    if (known || recipe.onlyIfKnown) continue;
    await using video = await ffmpeg.cook(path, recipe, course);
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
