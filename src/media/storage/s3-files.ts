// The media storage in a bucket: the bucket has every file; the disk has copies of those in use and derived files.
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { openDerivedFiles } from "../convert/derived-files.ts";
import type { Bucket } from "./s3.ts";
import { openCache } from "./cache.ts";
import type { Files } from "./files.ts";
import type { OrphanQuery } from "./orphans.ts";
import { checkHash, pathOf } from "./folder.ts";
import { sweepNamed } from "./staging.ts";
import { openBucketReader, SHARED, sharedName } from "./s3-reader.ts";
import { sniffFile } from "../probe/sniff.ts";
import { openMutex } from "../../mutex.ts";
import { localLocks, type SharedLocks, type HeldLock } from "../../shared-locks.ts";

export interface BucketFilesParts {
  readonly bucket: Bucket;
  /** Of media on this disk. Files from before there was a bucket are found in it. */
  readonly root: string;
  /** How much of the disk copies may take. */
  readonly cacheBytes: number;
  /** Throws unless our part of the bucket is ours. */
  readonly ours: () => Promise<void>;
  /** Default: only this process uses our part of the bucket. */
  readonly locks?: SharedLocks;
  /** Other processes answer for this one. */
  readonly isShared?: boolean;
  readonly clock: Clock;
}

/** A restored copy of an appliance knows less than the bucket holds: what it does not know may be the other's. */
const UNKNOWN_FOR_MS = 30 * 86_400_000;

/** Networks fetch a file within a day, also at a second attempt. */
const SHARED_FOR_MS = 7 * 86_400_000;

export async function bucketFiles({
  bucket,
  root,
  cacheBytes,
  ours,
  locks = localLocks(),
  isShared = false,
  clock,
}: BucketFilesParts): Promise<Files> {
  const adapted = await openDerivedFiles(join(root, "adapted"));
  const cache = await openCache(join(root, "cache"), cacheBytes);
  const mutex = openMutex(() => new Error("never asked to stop"));
  const reader = openBucketReader({ bucket, root, adapted, cache, mutex, clock });
  const files: Files = {
    adapted,
    hold: cache.folder.hold,
    keep: (path, sha256, remember) =>
      alone(sha256, async (lock) => {
        await put(path, sha256);
        await remember();
        // From now on nobody removes it, but somebody may have before.
        if (!lock.isHeld()) await put(path, sha256);
      }),
    async write(stream, limitBytes) {
      await using held = await files.hold(stream, limitBytes);
      const { path, sha256, size } = held;
      await files.keep(path, sha256, async () => {});
      return { sha256, size };
    },
    drop,
    share,
    // What was on its way is in the bucket or is not; here are only its bytes.
    sweep: () => sweepNamed(cache.folder.incoming, async () => {}),
    sweepUnknown,
    ...reader,
  };
  return files;

  /** The copy in the cache is this process's own matter, the bucket all processes'. */
  function alone(sha256: string, act: (lock: HeldLock) => Promise<void>): Promise<void> {
    return mutex.take(sha256, () => locks.during(sha256, act));
  }

  /** Equal bytes are sent once. */
  async function put(path: string, sha256: string): Promise<void> {
    const { size } = await stat(path);
    await ours();
    if ((await bucket.look(checkHash(sha256)))?.size !== size) {
      await bucket.put(sha256, Bun.file(path), (await sniffFile(path)) ?? "application/octet-stream");
      if ((await bucket.look(sha256))?.size !== size)
        throw new Problem("storage_unavailable", "The media storage did not store the file completely.");
    }
    // It will be looked at and converted soon. Without room for a copy it is fetched then.
    const copy = await cache.add(path, sha256).catch(() => null);
    copy?.[Symbol.dispose]();
  }

  /** A file that was put there before stays as it was: its name says what it holds. */
  async function share(sha256: string, mime: string): Promise<void> {
    const path = isShared ? adapted.find(sha256) : null;
    if (path === null) return;
    await ours();
    if ((await bucket.look(sharedName(sha256))) === null)
      await bucket.put(sharedName(sha256), Bun.file(path), mime);
  }

  async function drop(sha256: string, isUsed: () => Promise<boolean>): Promise<void> {
    await alone(sha256, async (lock) => {
      if ((await isUsed()) || !lock.isHeld()) return;
      await rm(pathOf(root, sha256), { force: true });
      await cache.drop(sha256);
      await adapted.forget(sha256);
      // What can't be removed now is unknown from now on: the sweep takes it.
      await ours()
        .then(() => (lock.isHeld() ? bucket.remove(sha256) : undefined))
        .catch(() => {});
    });
  }

  async function sweepUnknown(
    isUsed: (sha256: string) => Promise<boolean>,
    request: OrphanQuery,
  ): Promise<number> {
    const { now, goOn } = request;
    let removed = await adapted.sweep(isUsed, request);
    await ours();
    let after = "";
    do {
      const page = await bucket.list("", after);
      for (const { name, at } of page) {
        if (!/^[0-9a-f]{64}$/.test(name) || at > now - UNKNOWN_FOR_MS || (await isUsed(name))) continue;
        await drop(name, () => isUsed(name));
        removed++;
      }
      after = page.at(-1)?.name ?? "";
    } while (after !== "" && (await goOn()));
    return removed + (await sweepShared(request));
  }

  async function sweepShared({ now, goOn }: OrphanQuery): Promise<number> {
    let removed = 0;
    for (let page = await bucket.list(SHARED, ""); page.length > 0;) {
      for (const { name, at } of page) {
        if (at > now - SHARED_FOR_MS) continue;
        await bucket.remove(name);
        removed++;
      }
      if (!(await goOn())) break;
      page = await bucket.list(SHARED, page.at(-1)?.name ?? "");
    }
    return removed;
  }
}
