// The files of a post, each as a network takes it: as it is, or converted first.
import { Problem } from "../errors.ts";
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
}

type Adapt = (
  source: Pick<Source, "sha256" | "mime"> & { readonly width: number; readonly height: number },
  wish: Wish,
) => Promise<{ sha256: string; size: number; mime: string; width: number | null; height: number | null }>;

/** @param adapt converts a file and keeps the result; throws Problem when it can't */
export function openShelf<M extends Source>(
  files: Files,
  adapt: Adapt,
  find: (profileId: string, ids: readonly string[]) => Promise<(M | null)[]>,
) {
  return {
    find,
    async fitted(media: M, wanted: Wish | null): Promise<ShelvedFile> {
      const { sha256, mime, width, height } = media;
      if (wanted && (width === null || height === null))
        throw new Problem("media_unreadable", "The file has no size in pixels.");
      const file = wanted
        ? { ...media, ...(await adapt({ sha256, mime, width: width ?? 0, height: height ?? 0 }, wanted)) }
        : media;
      return { ...file, bytes: (start, end) => files.bytes(file.sha256, start, end) };
    },
  };
}
