// Opens the media storage that the settings select: the disk, or a bucket.
import type { Clock } from "../../clock.ts";
import { openBucket } from "./s3.ts";
import type { BucketSettings } from "./s3-signed-url.ts";
import { openOwnership } from "./s3-owner.ts";
import { bucketFiles } from "./s3-files.ts";
import type { SharedLocks } from "../../shared-locks.ts";
import { diskFiles, type Files } from "./files.ts";
import { openDirectUploads, type DirectUploads } from "../upload/direct.ts";

export interface Storage {
  readonly files: Files;
  /** Null when uploads come through us. */
  readonly direct: DirectUploads | null;
}

export interface StorageSettings extends BucketSettings {
  /** How much of the disk copies may take. */
  readonly cacheBytes: number;
}

export interface StorageParts {
  /** Of media on this disk. */
  readonly folder: string;
  /** Null: all media are in the folder. */
  readonly settings: StorageSettings | null;
  readonly clock: Clock;
  /** Gives up what the bucket does not answer. */
  readonly stopping: AbortSignal;
  /** What marks this appliance's part of a bucket. */
  readonly owner: string;
  /** Among all processes that use the folder or the bucket. */
  readonly locks: SharedLocks;
  /** Other processes answer for this one. */
  readonly isShared: boolean;
}

/** @throws FilesError when the folder can't be used */
export async function openStorage(parts: StorageParts): Promise<Storage> {
  const { folder, settings, clock, stopping, owner, locks, isShared } = parts;
  if (settings === null) return { files: await diskFiles(folder, locks), direct: null };
  const bucket = openBucket(settings, clock, stopping);
  const claimOwnership = openOwnership(bucket, owner);
  const { cacheBytes } = settings;
  return {
    files: await bucketFiles({
      bucket,
      root: folder,
      cacheBytes,
      ours: claimOwnership,
      locks,
      isShared,
      clock,
    }),
    direct: openDirectUploads(bucket, claimOwnership),
  };
}
