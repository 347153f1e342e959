// Explains why this machine cannot convert a video, and what to install; checked before a post is accepted.
import type { MissingCapability } from "../../domain/post-files.ts";
import { readVideoCapabilities, type VideoCapabilities } from "./capabilities.ts";

const INSTALL =
  "Install ffmpeg (Debian, Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg) and restart Crier";

export const WITHOUT_FFMPEG = `This needs ffmpeg, which is not installed here. ${INSTALL}, or send the file as H.264/AAC MP4.`;

/** @returns looks at this machine when it is first asked, and remembers */
export function openMissingCapability(
  look: () => Promise<VideoCapabilities> = readVideoCapabilities,
): () => Promise<MissingCapability> {
  let looked: Promise<VideoCapabilities> | null = null;
  return async () => {
    looked ??= look();
    const fault = faultOf(await looked);
    return ({ kind }) => (kind === "video" ? fault : null);
  };
}

function faultOf({ ffmpeg, ffprobe, missingEncoders }: VideoCapabilities): string | null {
  if (ffmpeg === null || ffprobe === null) return WITHOUT_FFMPEG;
  if (missingEncoders.length === 0) return null;
  const what = `The ffmpeg of this machine has no ${missingEncoders.join(" and no ")}, which this needs.`;
  return `${what} Install a full ffmpeg and start Crier again, or send the file as H.264/AAC MP4.`;
}
