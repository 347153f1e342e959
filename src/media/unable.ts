// Why this machine can't convert a video, with what to do about it: asked before it is promised.
import { abilities, type Abilities } from "./abilities.ts";

const INSTALL =
  "Install ffmpeg (Debian, Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg) and start Crier again";

export const WITHOUT_FFMPEG = `This needs ffmpeg, which is not installed here. ${INSTALL}, or send the file as H.264/AAC MP4.`;

interface Convertible {
  readonly kind: "image" | "video";
  readonly facts: { readonly hdr: boolean | null } | null;
}

/** Null: it can. */
export type Unable = (file: Convertible) => string | null;

/** @returns looks at this machine when it is first asked, and remembers */
export function openUnable(look: () => Promise<Abilities> = abilities): () => Promise<Unable> {
  let looked: Promise<Abilities> | null = null;
  return async () => {
    looked ??= look();
    const able = await looked;
    return ({ kind, facts }) => (kind === "video" ? missing(able, facts?.hdr === true) : null);
  };
}

function missing(
  { ffmpeg, ffprobe, missingEncoders, missingFilters }: Abilities,
  hdr: boolean,
): string | null {
  if (ffmpeg === null || ffprobe === null) return WITHOUT_FFMPEG;
  const lacking = [...missingEncoders, ...(hdr ? missingFilters : [])];
  if (lacking.length === 0) return null;
  const what = `The ffmpeg of this machine has no ${lacking.join(" and no ")}, which this needs.`;
  return `${what} Install a full ffmpeg and start Crier again, or send the file as H.264/AAC MP4${hdr ? " in SDR" : ""}.`;
}
