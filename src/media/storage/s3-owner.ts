// Claims a bucket prefix for one installation: two in one prefix would delete each other's files.
import { Problem } from "../../errors.ts";
import type { Bucket } from "./s3.ts";

const MARK = "owner";

/** @param secret of the secret key, for this alone */
export const ownerOf = (secret: Uint8Array): string => secret.toHex().slice(0, 32);

/**
 * Before anything is put there or removed: the first Crier leaves its mark, and any other one is refused.
 * @param owner the same for an appliance and its restored copies, and for no other; visible to all who can read the bucket
 */
export function openOwnership(bucket: Bucket, owner: string): () => Promise<void> {
  let known: Promise<void> | null = null;
  return async () => {
    known ??= settle().catch((error: unknown) => {
      known = null;
      throw error;
    });
    await known;
  };

  async function settle(): Promise<void> {
    const isMarked = (await bucket.look(MARK)) !== null;
    if (!isMarked) return await bucket.put(MARK, new Blob([owner]), "text/plain");
    const mark = new TextDecoder().decode(await bucket.bytes(MARK, 0));
    if (mark === owner) return;
    const { prefix, bucket: name } = bucket.place;
    throw new Problem(
      "storage_unavailable",
      `The media storage can't be used: ${prefix}/ in the bucket ${name} belongs to another Crier. Give this one a CRIER_S3_PREFIX of its own.`,
    );
  }
}
