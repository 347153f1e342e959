// Direct uploads: presigned PUT URLs in the S3 bucket, and what other processes have to find there.
import type { Bucket, BucketObject } from "../storage/s3.ts";
import { pieces, streamOf } from "../storage/pieces.ts";
import type { Upload } from "../../domain/upload.ts";

/** Its methods throw Problem storage_unavailable. */
export interface DirectUploads {
  /** Takes exactly the bytes that were declared, until the upload's time is over. */
  address(upload: Upload, now: number): string;
  /** Puts what came through us there, where every process finds it. */
  put(upload: Upload, path: string): Promise<void>;
  /** What was sent; null when nothing was. */
  look(id: string): Promise<BucketObject | null>;
  read(id: string, size: number): ReadableStream<Uint8Array>;
  remove(id: string): Promise<void>;
  /** Ids of uploads that something was sent for, in order, after one of them; none: that was all. */
  list(after: string): Promise<string[]>;
}

const FOLDER = "incoming/";

/** @param claimOwnership throws unless our part of the bucket is ours: what is listed may be removed */
export function openDirectUploads(bucket: Bucket, claimOwnership: () => Promise<void>): DirectUploads {
  const name = (id: string) => `${FOLDER}${id}`;
  return {
    address: ({ id, mime, size, expiresAt }, now) =>
      bucket.putAddress(name(id), { mime, size, now, expiresAt }),
    put: ({ id, mime }, path) => bucket.put(name(id), Bun.file(path), mime),
    look: (id) => bucket.look(name(id)),
    read: (id, size) => streamOf(pieces((from, to) => bucket.bytes(name(id), from, to), 0, size)),
    remove: (id) => bucket.remove(name(id)),
    async list(after) {
      await claimOwnership();
      const found = await bucket.list(FOLDER, after === "" ? "" : name(after));
      return found.map((each) => each.name.slice(FOLDER.length));
    },
  };
}
