// Decides what a disk holds after a power cut: everything synced, and a random part of the rest.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { File, Op } from "./meter.ts";

/** The files of a database as they lie on the disk; null: there is none. */
export type Disk = Readonly<Record<File, Buffer | null>>;

export interface Image {
  readonly disk: Disk;
  /** Writes that were not synced, and how many of them are gone or damaged. */
  readonly unsynced: number;
  readonly lost: number;
  /** Whether one of them is there in part. */
  readonly torn: boolean;
}

type Write = Extract<Op, { kind: "write" }>;
type Change = Exclude<Op, { kind: "sync" }>;
const PATHS: Readonly<Record<File, string>> = { database: "crier.sqlite", wal: "crier.sqlite-wal" };
const SECTOR_BYTES = 512;

export function readDisk(folder: string): Disk {
  const read = (file: File) => {
    const path = join(folder, PATHS[file]);
    const bytes = existsSync(path) ? readFileSync(path) : null;
    // SQLite takes an empty file for none.
    return bytes?.length ? bytes : null;
  };
  return { database: read("database"), wal: read("wal") };
}

export function writeDisk(folder: string, disk: Disk): void {
  for (const file of ["database", "wal"] as const) {
    const bytes = disk[file];
    if (bytes) writeFileSync(join(folder, PATHS[file]), bytes);
  }
}

/** The disk if every operation had reached it. */
export function whole(before: Disk, ops: readonly Op[]): Disk {
  const done = ops.filter((op): op is Change => op.kind !== "sync" && !(op.kind === "write" && op.broken));
  return applied(before, done);
}

/** One of the disks that a cut after these operations may leave. */
export function imageAfter(before: Disk, ops: readonly Op[], random: () => number): Image {
  const synced: Change[] = [];
  let open: Change[] = [];
  let walKept = before.wal !== null;
  for (const op of ops) {
    if (op.kind !== "sync") open.push(op);
    else if (op.file === "folder") walKept ||= synced.concat(open).some(({ file }) => file === "wal");
    else {
      synced.push(...open.filter(({ file }) => file === op.file));
      open = open.filter(({ file }) => file !== op.file);
    }
  }
  const left = leftOf(open, random);
  const disk = applied(before, [...synced, ...left.changes]);
  // A new file's name is on the disk once its folder was synced.
  const wal = walKept || random() < 0.5 ? disk.wal : null;
  return { disk: { ...disk, wal }, unsynced: open.length, lost: open.length - left.whole, torn: left.torn };
}

interface Left {
  readonly changes: readonly Change[];
  readonly whole: number;
  readonly torn: boolean;
}

/** Nothing, a first part, or any part in any order: a disk keeps no order between two syncs. */
function leftOf(open: readonly Change[], random: () => number): Left {
  const way = random();
  const upTo = way < 0.3 ? 0 : Math.floor(random() * (open.length + 1));
  const kept = open.map((_, index) => (way < 0.7 ? index < upTo : way < 0.9 ? random() < 0.5 : true));
  const tearing = random() < 0.5;
  const changes: Change[] = [];
  let complete = 0;
  let torn = false;
  for (const [index, change] of open.entries()) {
    const broken = change.kind === "write" && change.broken;
    if (kept[index] && !broken) {
      changes.push(change);
      complete++;
    } else if (change.kind === "write" && !torn && (broken || tearing)) {
      changes.push(tornOf(change, random));
      torn = true;
    }
  }
  return { changes, whole: complete, torn };
}

/** The first sectors or bytes arrived; the rest is as it was, or anything. */
function tornOf(write: Write, random: () => number): Write {
  const { data } = write;
  const bytes = Math.floor(random() * data.length);
  const cut = random() < 0.5 ? bytes : bytes - (bytes % SECTOR_BYTES);
  if (random() < 0.5) return { ...write, data: data.subarray(0, cut) };
  const rubbish = Buffer.from(Array.from({ length: data.length - cut }, () => Math.floor(random() * 256)));
  return { ...write, data: Buffer.concat([data.subarray(0, cut), rubbish]) };
}

function applied(before: Disk, changes: readonly Change[]): Disk {
  const of = (file: File) => {
    const own = changes.filter((change) => change.file === file);
    return own.length === 0 ? before[file] : changed(before[file] ?? Buffer.alloc(0), own);
  };
  return { database: of("database"), wal: of("wal") };
}

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((each) => (each.kind === "write" ? each.offset + each.data.length : each.length));
  const bytes = Buffer.alloc(Math.max(before.length, ...ends));
  before.copy(bytes);
  let length = before.length;
  for (const change of changes) {
    if (change.kind === "truncate") {
      bytes.fill(0, change.length, Math.max(length, change.length));
      ({ length } = change);
    } else {
      change.data.copy(bytes, change.offset);
      length = Math.max(length, change.offset + change.data.length);
    }
  }
  return bytes.subarray(0, length);
}
