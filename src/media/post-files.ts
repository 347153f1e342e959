// Provides a post's files as each network needs them: unchanged or converted.
import type { Converter, StrippedFile, Job } from "./convert/index.ts";
import type { ConvertedFile } from "./convert/video.ts";
import type { Files } from "./storage/files.ts";
import type { MissingCapability } from "./convert/missing-capability.ts";
import type { TargetFormat } from "./convert/target-format.ts";

/** What a connector gets to read. */
interface PostFile {
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

interface Source extends Omit<PostFile, "bytes" | "publicUrl"> {
  readonly sha256: string;
  readonly profileId: string;
  /** What the bytes are, where they are to become something else than what they are said to be. */
  readonly madeOf?: { readonly mime: string };
}

interface PostFilesDeps<M extends Source> {
  readonly files: Files;
  /** Makes of a file what a network takes; throws Problem when it can't. */
  readonly converter: Pick<Converter, "convert" | "strip">;
  /** The address at which a network finds the bytes. */
  readonly publicUrl: (mediaId: string, sha256: string, mime: string) => string;
  readonly find: (profileId: string, ids: readonly string[]) => Promise<(M | null)[]>;
  /** Whether what a profile sends tells of place and camera. */
  readonly keepsMetadata: (profileId: string) => Promise<boolean>;
  readonly unable: () => Promise<MissingCapability>;
}

export function openPostFiles<M extends Source>(parts: PostFilesDeps<M>) {
  const { files, converter, publicUrl, find, keepsMetadata, unable: missingCapability } = parts;
  return {
    find,
    unable: missingCapability,
    async isReadable({ sha256, size }: M): Promise<boolean> {
      try {
        const file = await files.open(sha256);
        if (file?.size !== size) return false;
        await file.part(size - 1, size);
        return true;
      } catch {
        return false;
      }
    },
    async fitted(
      media: M,
      targetFormat: TargetFormat | null,
      onProgress?: (share: number) => void,
    ): Promise<PostFile> {
      const job = { owner: media.profileId, ...(onProgress && { onProgress }) };
      const file = { ...media, ...(await made(media, targetFormat, job)) };
      const { id, sha256, mime } = file;
      return {
        ...file,
        bytes: (start, end) => files.bytes(sha256, start, end),
        publicUrl: () => publicUrl(id, sha256, mime),
      };
    },
  };

  async function made(
    media: M,
    targetFormat: TargetFormat | null,
    job: Job,
  ): Promise<Source | ConvertedFile | StrippedFile> {
    const source = { ...media, mime: media.madeOf?.mime ?? media.mime };
    if (!(await keepsMetadata(media.profileId)))
      return targetFormat ? converter.convert(source, targetFormat, job) : converter.strip(source, job);
    return targetFormat ? converter.convert(source, { ...targetFormat, keepsMetadata: true }, job) : media;
  }
}
