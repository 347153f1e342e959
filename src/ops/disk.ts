// The disk of the data folder: below a floor nothing new starts, and a reserve is kept to record the outcome of
// posts in progress (delivery.facts.md 1.8: on a full disk even an update of one byte fails).
import { rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { every, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Disk } from "../publishing/dependencies.ts";

export interface DiskDeps {
  readonly folder: string;
  /** The floor, bytes; 0: neither floor nor reserve. */
  readonly minFreeBytes: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Bytes that a program without privileges may still write; default: the system's word. */
  readonly free?: (folder: string) => number;
}

const LOOK_EVERY_MS = 2000;
const RESERVE_SHARE = 1 / 4;
const CHUNK_BYTES = 1 << 20;

export interface WatchedDisk extends Disk, Disposable {
  /** Whether enough space stays free after `bytes` more. */
  hasRoom(bytes: number): boolean;
}

export function openDisk({ folder, minFreeBytes, clock, log, free = freeOf }: DiskDeps): WatchedDisk {
  const path = join(folder, "reserve");
  const reserveBytes = Math.floor(minFreeBytes * RESERVE_SHARE);
  let low = false;
  let hasReserve = false;
  let filling: Promise<void> | null = null;
  const watch = minFreeBytes > 0 ? every(clock, LOOK_EVERY_MS, look) : null;

  return {
    isLow: () => low,
    hasRoom: (bytes) => !low && (bytes === 0 || free(folder) - bytes >= minFreeBytes),
    release() {
      if (!hasReserve) return;
      hasReserve = false;
      rmSync(path, { force: true });
      log.error("disk_reserve_used", { detail: "a write failed; the reserve was given up" });
    },
    [Symbol.dispose]: () => void watch?.stop(),
  };

  function look(): void {
    const bytes = free(folder);
    const nowLow = bytes < minFreeBytes;
    if (nowLow !== low) {
      low = nowLow;
      const detail = `${Math.floor(bytes / 1e6)} MB free; posts wait below ${Math.floor(minFreeBytes / 1e6)} MB`;
      if (low) log.error("disk_low", { detail });
      else log.info("disk_has_room", { detail });
    }
    // Never so that it makes the disk low itself.
    if (!hasReserve && !filling && bytes >= minFreeBytes + 2 * reserveBytes)
      filling = keepReserve().finally(() => (filling = null));
  }

  async function keepReserve(): Promise<void> {
    hasReserve = true;
    try {
      await fill(path, reserveBytes, () => hasReserve);
    } catch (error) {
      hasReserve = false;
      log.warn("disk_reserve_failed", { cause: error });
    }
    // Given up while it was being made.
    if (!hasReserve) rmSync(path, { force: true });
  }
}

/** Of the disk that holds the folder; for programs without privileges. */
export function diskSpace(folder: string, minFreeBytes: number) {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, minFreeBytes };
}

function freeOf(folder: string): number {
  return diskSpace(folder, 0).freeBytes;
}

/** Real blocks, not a hole, and nothing a file system would compress away. */
async function fill(path: string, bytes: number, continues: () => boolean): Promise<void> {
  const chunk = crypto.getRandomValues(new Uint8Array(65_536));
  const block = Buffer.concat(Array.from({ length: CHUNK_BYTES / chunk.byteLength }, () => chunk));
  await using file = await open(path, "w");
  for (let at = 0; at < bytes && continues(); at += block.byteLength) {
    await file.write(block, 0, Math.min(block.byteLength, bytes - at), at);
  }
}
