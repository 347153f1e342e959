// Rows of the table media, as both stores read them.
import type { Media, MediaFacts } from "../../domain/media.ts";
import { fold } from "./words.ts";

export const MEDIA_COLUMNS = `media.id, media.profile_id AS "profileId", media.sha256, media.filename, media.kind, media.mime,
  media.size, media.width, media.height, media.duration_ms AS "durationMs", media.alt_text AS "altText",
  media.created_at AS "createdAt", media.facts, media.parent_id AS "parentId", media.poster_ms AS "posterMs",
  media.deleted_at AS "deletedAt"`;

export type MediaRow = Omit<Media, "facts" | "deletedAt"> & {
  readonly facts: string | null;
  readonly deletedAt: number | null;
};

/** Rows from before frames were counted have none. */
function factsOf(facts: string): MediaFacts {
  const stored = JSON.parse(facts) as Omit<MediaFacts, "frames"> & Partial<MediaFacts>;
  return { ...stored, frames: stored.frames ?? null };
}

export function mediaOf({ facts, deletedAt, ...media }: MediaRow): Media {
  return {
    ...media,
    facts: facts === null ? null : factsOf(facts),
    ...(deletedAt === null ? {} : { deletedAt }),
  };
}

export type MediaNames = Pick<Media, "filename" | "altText">;

/** Whether a file's name or alt text has each of these words, in whatever case and with or without accents. */
export function openNameSearch(text: string): (file: MediaNames) => boolean {
  const words = fold(text)
    .split(/\s+/u)
    .filter((word) => word !== "");
  return ({ filename, altText }) => {
    const searched = fold(`${filename}\n${altText ?? ""}`);
    return words.every((word) => searched.includes(word));
  };
}
