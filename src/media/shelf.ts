// The files of a post, each as a network takes it: as it is, or converted first.
import type { Files } from "./files.ts";

/** What a connector gets to read. */
interface ShelvedFile {
  readonly id: string;
  readonly kind: "image" | "video";
  readonly mime: string;
  readonly filename: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly altText: string | null;
  bytes(start?: number, end?: number): Promise<Uint8Array>;
}

interface Source extends Omit<ShelvedFile, "bytes"> {
  readonly sha256: string;
}

interface Wish {
  readonly mime: string;
  readonly maxBytes: number;
  readonly maxPixels: number | null;
  readonly maxSide: number | null;
  readonly maxFrameRate?: number;
}

type Adapt = (
  source: Pick<Source, "sha256" | "mime">,
  wish: Wish,
) => Promise<Pick<Source, "sha256" | "size" | "mime" | "width" | "height">>;

/** @param adapt converts a file and keeps the result; throws Problem when it can't */
export function openShelf<M extends Source>(
  files: Files,
  adapt: Adapt,
  find: (profileId: string, ids: readonly string[]) => Promise<(M | null)[]>,
) {
  return {
    find,
    async fitted(media: M, wanted: Wish | null): Promise<ShelvedFile> {
      const file = wanted ? { ...media, ...(await adapt(media, wanted)) } : media;
      return { ...file, bytes: (start, end) => files.bytes(file.sha256, start, end) };
    },
  };
}
