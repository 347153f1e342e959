// Checks the media that a backup does not contain because they are in a bucket.
import { Problem } from "../errors.ts";
import type { Bucket } from "../media/storage/s3.ts";
import type { BucketPlace } from "../media/storage/s3-errors.ts";
import type { Progress } from "./backup.ts";

/** A file by its hash, with its size in bytes. */
export interface BucketFile {
  readonly sha256: string;
  readonly size: number;
}

export type BucketListing =
  /** Each was asked for; `lost` are those that are not there, or not whole. */
  | { readonly kind: "looked"; readonly lost: readonly string[] }
  /** `why` ends the sentence "was not looked at: …". */
  | { readonly kind: "not"; readonly why: string };

const AT_ONCE = 8;

/** @param bucket the settings' own; null without one */
export async function listBucket(
  files: readonly BucketFile[],
  place: BucketPlace,
  bucket: Bucket | null,
  progress: Progress,
): Promise<BucketListing> {
  if (!bucket) return { kind: "not", why: "the settings name no bucket (CRIER_S3_…)" };
  const { endpoint, prefix } = bucket.place;
  const isSame =
    endpoint === place.endpoint && bucket.place.bucket === place.bucket && prefix === place.prefix;
  if (!isSame) return { kind: "not", why: "the settings name another one" };
  const lost: string[] = [];
  try {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      progress("bucket", at, files.length);
      const some = files.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map(({ sha256 }) => bucket.look(sha256)));
      lost.push(...some.flatMap(({ sha256, size }, n) => (found[n]?.size === size ? [] : [sha256])));
    }
    progress("bucket", files.length, files.length);
    return { kind: "looked", lost };
  } catch (error) {
    if (error instanceof Problem) return { kind: "not", why: error.detail.replace(/\.$/, "") };
    throw error;
  }
}

/** Where it is, in words. */
export function bucketWords({ bucket, endpoint, prefix }: BucketPlace): string {
  return `the bucket ${bucket} at ${endpoint}, below ${prefix}/`;
}
