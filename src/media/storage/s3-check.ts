// Checks a bucket by writing, reading and deleting an object.
import type { Bucket } from "./s3.ts";
import { bucketFault, type BucketError } from "./s3-errors.ts";

/** Where one word of the text begins and ends: parts of a video are read from the bucket in the same way. */
const WORD = [8, 14] as const;

/** @param name of the object, which nothing else uses. @returns null when all is well */
export async function tryBucket(bucket: Bucket, name: string): Promise<BucketError | null> {
  const text = "Crier's doctor was here.";
  try {
    await bucket.put(name, new Blob([text]), "text/plain");
    const [all, word] = await Promise.all([bucket.bytes(name, 0), bucket.bytes(name, ...WORD)]);
    await bucket.remove(name);
    const decoder = new TextDecoder();
    if (decoder.decode(all) !== text || decoder.decode(word) !== text.slice(...WORD))
      throw new Error("it gave other bytes than it was given");
    return null;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return bucketFault(cause, bucket.place);
  }
}
