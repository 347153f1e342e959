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
  publicUrl(): string;
}

interface Source extends Omit<ShelvedFile, "bytes" | "publicUrl"> {
  readonly sha256: string;
}

interface Wish {
  readonly mime: string;
  readonly maxBytes: number;
  readonly maxPixels: number | null;
  readonly maxSide: number | null;
}

type Adapt = (
  source: Pick<Source, "sha256" | "mime">,
  wish: Wish,
) => Promise<Pick<Source, "sha256" | "size" | "mime" | "width" | "height">>;

type Bare = (source: Pick<Source, "sha256" | "mime" | "size">) => Promise<Pick<Source, "sha256" | "size">>;

/**
 * @param adapt converts a file and keeps the result; throws Problem when it can't
 * @param bare takes off what a file tells of its maker, which goes to no network
 * @param publicUrl the address at which a network finds the bytes
 */
export function openShelf<M extends Source>(
  files: Files,
  adapt: Adapt,
  bare: Bare,
  publicUrl: (mediaId: string, sha256: string, mime: string) => string,
  find: (profileId: string, ids: readonly string[]) => Promise<(M | null)[]>,
) {
  return {
    find,
    async fitted(media: M, wanted: Wish | null): Promise<ShelvedFile> {
      const file = { ...media, ...(await (wanted ? adapt(media, wanted) : bare(media))) };
      const { id, sha256, mime } = file;
      return {
        ...file,
        bytes: (start, end) => files.bytes(sha256, start, end),
        publicUrl: () => publicUrl(id, sha256, mime),
      };
    },
  };
}
