// Reads parts of a file one block at a time. Synchronous: only for the reader process.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface Window extends Disposable {
  /** Of the file, bytes. */
  readonly size: number;
  /** So many bytes, or fewer at the end of the file; true only until the next call. */
  read(at: number, length: number): Buffer;
  /** Where the byte is next; -1 when it is not there any more. */
  find(byte: number, from: number): number;
}

const BLOCK_BYTES = 1 << 18;

/** @throws what the disk throws */
export function openWindow(path: string): Window {
  const fd = openSync(path, "r");
  const { size } = fstatSync(fd);
  let block = Buffer.alloc(0);
  let start = 0;
  const isHeld = (at: number, length: number) => at >= start && at + length <= start + block.length;

  function read(at: number, length: number): Buffer {
    const needed = Math.max(0, Math.min(length, size - at));
    if (!isHeld(at, needed)) {
      const fresh = Buffer.alloc(Math.min(Math.max(needed, BLOCK_BYTES), Math.max(0, size - at)));
      block = fresh.subarray(0, readSync(fd, fresh, 0, fresh.length, at));
      start = at;
    }
    return block.subarray(at - start, at - start + needed);
  }
  return {
    size,
    read,
    find(byte, from) {
      for (let at = from; at < size; at = start + block.length) {
        if (!isHeld(at, 1)) read(at, BLOCK_BYTES);
        if (block.length === 0) return -1;
        const found = block.indexOf(byte, at - start);
        if (found >= 0) return start + found;
      }
      return -1;
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}
