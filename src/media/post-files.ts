// Provides a post's files as each network needs them: unchanged or converted.
import type { Converter, StrippedFile, Job } from "./convert/index.ts";
import type { ConvertedFile } from "./convert/video.ts";
import type { Files } from "./storage/files.ts";
import type { UsableMedia } from "../domain/media.ts";
import type { MissingCapability, PostFiles } from "../domain/post-files.ts";
import type { TargetFormat } from "../domain/target-format.ts";

interface PostFilesDeps {
  readonly files: Files;
  /** Converts a file to what a network accepts; throws Problem when it can't. */
  readonly converter: Pick<Converter, "convert" | "strip">;
  /** The address at which a network finds the bytes. */
  readonly publicUrl: (mediaId: string, sha256: string, mime: string) => string;
  readonly find: PostFiles["find"];
  /** Whether the files that a profile sends keep their place and camera. */
  readonly keepsMetadata: (profileId: string) => Promise<boolean>;
  readonly unable: () => Promise<MissingCapability>;
}

export function openPostFiles(parts: PostFilesDeps): PostFiles {
  const { files, converter, publicUrl, find, keepsMetadata, unable: missingCapability } = parts;
  return {
    find,
    unable: missingCapability,
    async isReadable({ sha256, size }) {
      try {
        const file = await files.open(sha256);
        if (file?.size !== size) return false;
        await file.part(size - 1, size);
        return true;
      } catch {
        return false;
      }
    },
    async fitted(media, format, { isFetched = false, onProgress } = {}) {
      const job = { owner: media.profileId, ...(onProgress && { onProgress }) };
      const file = { ...media, ...(await make(media, format, job)) };
      const { id, sha256, mime } = file;
      if (isFetched) await files.share(sha256, mime);
      return {
        ...file,
        bytes: (start, end) => files.bytes(sha256, start, end),
        publicUrl: () => publicUrl(id, sha256, mime),
      };
    },
  };

  async function make(
    media: UsableMedia,
    format: TargetFormat | null,
    job: Job,
  ): Promise<UsableMedia | ConvertedFile | StrippedFile> {
    const source = { ...media, mime: media.madeOf?.mime ?? media.mime };
    if (!(await keepsMetadata(media.profileId)))
      return format ? converter.convert(source, format, job) : converter.strip(source, job);
    return format ? converter.convert(source, { ...format, keepsMetadata: true }, job) : media;
  }
}
