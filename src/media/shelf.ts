// The files of a post, each as a network takes it: as it is, or converted first.
import type { Adapter } from "./adapt.ts";
import type { Files } from "./files.ts";
import type { Wanted } from "./wanted.ts";

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
  readonly profileId: string;
}

/**
 * @param adapter makes of a file what a network takes; throws Problem when it can't
 * @param publicUrl the address at which a network finds the bytes
 */
export function openShelf<M extends Source>(
  files: Files,
  adapter: Pick<Adapter, "adapt" | "bare">,
  publicUrl: (mediaId: string, sha256: string, mime: string) => string,
  find: (profileId: string, ids: readonly string[]) => Promise<(M | null)[]>,
) {
  return {
    find,
    async fitted(media: M, wanted: Wanted | null, told?: (share: number) => void): Promise<ShelvedFile> {
      const job = { owner: media.profileId, ...(told && { told }) };
      const made = wanted ? adapter.adapt(media, wanted, job) : adapter.bare(media, job);
      const file = { ...media, ...(await made) };
      const { id, sha256, mime } = file;
      return {
        ...file,
        bytes: (start, end) => files.bytes(sha256, start, end),
        publicUrl: () => publicUrl(id, sha256, mime),
      };
    },
  };
}
