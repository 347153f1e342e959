// The S3 client: objects by name, retries where a request can be repeated, and readable errors.
import { S3Client } from "bun";
import { pause, within, type Clock } from "../../clock.ts";
import { Problem, codeOf } from "../../errors.ts";
import { putAddress, type BucketSettings, type Expected } from "./s3-signed-url.ts";
import { bucketFault, RANGE_IGNORED, storageProblem, type BucketPlace } from "./s3-errors.ts";
import { refuseMissing } from "./disk-errors.ts";

/** Every method throws Problem storage_unavailable when the storage can't be used. */
export interface Bucket {
  readonly place: BucketPlace;
  /** What is there under a name; null when certainly nothing is. */
  look(name: string): Promise<BucketObject | null>;
  /** From `start` up to (not including) `end`; to the end without it. @throws FilesError when it is absent */
  bytes(name: string, start: number, end?: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Puts a file there, whole or not at all, in constant memory. */
  put(name: string, file: Blob, mime: string): Promise<void>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
  /** An address that takes one PUT's bytes under a name, as expected and no others. */
  putAddress(name: string, expected: Expected): string;
  /** Names that begin with `start`, in order, after one of them. At most a thousand; none: that was all. */
  list(start: string, after: string): Promise<BucketName[]>;
}

export interface BucketObject {
  /** Bytes. */
  readonly size: number;
  /** As its sender declared it. */
  readonly mime: string;
}

export interface BucketName {
  readonly name: string;
  /** Last put, ms since 1970. */
  readonly at: number;
  /** Bytes. */
  readonly size: number;
}

/** Waits between the tries of a request. */
const RETRY_DELAYS_MS = [250, 1000];
const LIMIT_MS = 30_000;
/** A put may take longer by this much for each byte: 100 kB a second. */
const MS_PER_BYTE = 0.01;
const PART_BYTES = 8 << 20;

/** @param stopping gives up whatever is waited for */
export function openBucket(settings: BucketSettings, clock: Clock, stopping: AbortSignal): Bucket {
  const { endpoint, region, bucket, prefix } = settings;
  const place = { endpoint, region, bucket, prefix };
  const [accessKeyId, secretAccessKey] = [settings.accessKey, settings.secretKey];
  const client = new S3Client({ endpoint, region, bucket, accessKeyId, secretAccessKey });
  const key = (name: string) => `${prefix}/${name}`;

  return {
    place,
    look: (name) => withRetries(() => look(key(name))),
    async bytes(name, start, end) {
      if (end !== undefined && end <= start) return new Uint8Array();
      const found = await withRetries(() => bytes(key(name), start, end));
      return found ?? refuseMissing(name, `the bucket ${bucket}`);
    },
    async put(name, file, mime) {
      const way = { type: mime, partSize: PART_BYTES, queueSize: 1, retry: RETRY_DELAYS_MS.length };
      await withRetries(() => client.write(key(name), file, way), LIMIT_MS + file.size * MS_PER_BYTE);
    },
    remove: (name) => withRetries(() => client.delete(key(name)).catch(unlessAbsent)),
    putAddress: (name, expected) => putAddress(settings, key(name), expected),
    async list(start, after) {
      const request = { prefix: key(start), maxKeys: 1000, ...(after !== "" && { startAfter: key(after) }) };
      const { contents = [] } = await withRetries(() => client.list(request));
      return contents.map(({ key: found, lastModified, size = 0 }) => ({
        name: found.slice(prefix.length + 1),
        at: Date.parse(String(lastModified)),
        size,
      }));
    },
  };

  /** A HEAD has no words for its refusal, not even for a bucket that is not there: a GET says why. */
  async function look(name: string): Promise<BucketObject | null> {
    try {
      const { size, type } = await client.stat(name);
      return { size, mime: type };
    } catch (error) {
      if (!["NoSuchKey", "UnknownError"].includes(codeOf(error))) throw error;
      if ((await bytes(name, 0, 1)) === null) return null;
      throw error;
    }
  }

  /** Null when there is no such object. */
  async function bytes(name: string, start: number, end?: number): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const found = await client.file(name).slice(start, end).bytes();
      if (end === undefined || found.byteLength <= end - start) return found;
      throw Object.assign(new Error("more bytes than were asked for"), { code: RANGE_IGNORED });
    } catch (error) {
      if (codeOf(error) === "InvalidRange") return new Uint8Array();
      if (codeOf(error) === "NoSuchKey") return null;
      throw error;
    }
  }

  async function withRetries<T>(act: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await within(clock, limitMs, unlessStopped(act), () => {
          throw new Error("no answer in time");
        });
      } catch (error) {
        const wait = RETRY_DELAYS_MS[tries];
        const isOver = wait === undefined || stopping.aborted || !bucketFault(error, place).isPassing;
        if (isOver) throw storageProblem(error, place);
        await pause(clock, wait, stopping);
      }
    }
  }

  async function unlessStopped<T>(act: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new Problem("stopping", "The server is stopping."));
    if (stopping.aborted) stop();
    stopping.addEventListener("abort", stop, { once: true });
    return await Promise.race([promise, act()]).finally(() => stopping.removeEventListener("abort", stop));
  }
}

function unlessAbsent(error: unknown): void {
  if (codeOf(error) !== "NoSuchKey") throw error;
}
