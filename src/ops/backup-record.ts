// Remembers, beside the database, when and where the last backup was made and checked: for people who are asked about it.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeDurably } from "./durable-files.ts";

export interface BackupRecord {
  /** The backup's own folder, absolute. */
  readonly path: string;
  /** ms since 1970. */
  readonly at: number;
  /** When every byte of it was last checked, ms since 1970; null: never. */
  readonly verifiedAt: number | null;
}

const FILE = "last-backup.json";

/** The last backup of a data folder; null when none is known. */
export function readBackupRecord(data: string): BackupRecord | null {
  try {
    const read = JSON.parse(readFileSync(join(data, FILE), "utf8")) as Partial<BackupRecord>;
    if (typeof read.path !== "string" || typeof read.at !== "number") return null;
    return { path: read.path, at: read.at, verifiedAt: read.verifiedAt ?? null };
  } catch {
    // None yet, or not readable: then nothing is known.
    return null;
  }
}

/** A backup was made. */
export const noteBackup = (data: string, path: string, at: number): Promise<void> =>
  write(data, { path: resolve(path), at, verifiedAt: null });

/** A backup was checked and found sound; remembered if it is the last one. */
export async function noteVerified(data: string, path: string, at: number): Promise<void> {
  const last = readBackupRecord(data);
  if (last?.path === resolve(path)) await write(data, { ...last, verifiedAt: at });
}

const write = (data: string, record: BackupRecord): Promise<void> =>
  writeDurably(join(data, FILE), `${JSON.stringify(record)}\n`);
