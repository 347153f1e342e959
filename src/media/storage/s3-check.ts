// Checks a bucket by writing, reading and deleting an object.
import type { Bucket } from "./s3.ts";
import { bucketFault, type BucketError } from "./s3-errors.ts";

/** @param name of the object, which nothing else uses. @returns null when all is well */
export async function tryBucket(bucket: Bucket, name: string): Promise<BucketError | null> {
  const text = "Crier's doctor was here.";
  try {
    await bucket.put(name, new Blob([text]), "text/plain");
    const read = new TextDecoder().decode(await bucket.bytes(name, 0));
    await bucket.remove(name);
    if (read !== text) throw new Error("it gave other bytes than it was given");
    return null;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return bucketFault(cause, bucket.place);
  }
}
