// Controls the shim: which database is watched, when the power goes, and what was written until then.
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";

/** One operation on the database, in the order the kernel was asked. */
export type Op =
  | {
      readonly kind: "write";
      readonly file: File;
      readonly offset: number;
      readonly data: Buffer;
      readonly broken: boolean;
    }
  | { readonly kind: "truncate"; readonly file: File; readonly length: number }
  /** Came back: everything written to the file before is on the disk. */
  | { readonly kind: "sync"; readonly file: File | "folder" };
export type File = "database" | "wal";

export interface Meter {
  /** Starts a new log for the database in this folder. The power is on. */
  watch(folder: string): void;
  /** The power goes at the `n`-th operation from now. */
  cutIn(n: number): void;
  /** The power goes now. */
  cut(): void;
  readonly isOff: boolean;
  /** Operations since `watch`. */
  readonly done: number;
  /** Everything up to the cut. */
  log(): Op[];
}

export const PAGE_BYTES = 4096;
const DATABASE_AT = 24;
const ENTRY_BYTES = 24;
const FILES = ["database", "wal", "folder"] as const;

/** @param folder where the shim was told to look for its page and its log */
export function openMeter(folder: string): Meter {
  const { page: path, log } = meterFiles(folder);
  const bytes = Bun.mmap(path);
  const page = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES);
  const get = (slot: number) => Number(page.getBigUint64(slot * 8, true));
  const set = (slot: number, value: number) => page.setBigUint64(slot * 8, BigInt(value), true);
  return {
    watch(watched) {
      set(2, 1);
      truncateSync(log, 0);
      bytes.fill(0, DATABASE_AT, PAGE_BYTES);
      bytes.set(Buffer.from(join(watched, "crier.sqlite")), DATABASE_AT);
      set(0, 0);
      set(1, 0);
      set(2, 0);
    },
    cutIn: (n) => set(0, get(1) + n),
    cut: () => set(2, 1),
    get isOff() {
      return get(2) === 1;
    },
    get done() {
      return get(1);
    },
    log: () => parse(readFileSync(log)),
  };
}

export function meterFiles(folder: string): { page: string; log: string } {
  return { page: join(folder, "page"), log: join(folder, "log") };
}

/** Before the process with the shim starts. */
export function makeMeterFiles(folder: string): void {
  const { page, log } = meterFiles(folder);
  for (const [path, bytes] of [
    [page, PAGE_BYTES],
    [log, 0],
  ] as const) {
    const fd = openSync(path, "w");
    writeSync(fd, Buffer.alloc(bytes));
    closeSync(fd);
  }
}

function parse(log: Buffer): Op[] {
  const ops: Op[] = [];
  for (let at = 0; at < log.length;) {
    const kind = log.readUInt32LE(at);
    const file = FILES[log.readUInt32LE(at + 4)] ?? "folder";
    const offset = Number(log.readBigUInt64LE(at + 8));
    const length = Number(log.readBigUInt64LE(at + 16));
    at += ENTRY_BYTES;
    if (kind === 3) ops.push({ kind: "sync", file });
    else if (file !== "folder") {
      if (kind === 2) ops.push({ kind: "truncate", file, length: offset });
      else ops.push({ kind: "write", file, offset, data: log.subarray(at, at + length), broken: kind === 4 });
    }
    at += length;
  }
  return ops;
}
