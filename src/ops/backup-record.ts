// Remembers, beside the database, when and where the last backup was made, and what checks of backups found: for people
// who are asked about it.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeDurably } from "./durable-files.ts";

export interface BackupRecord {
  /** The backup's own folder, absolute. */
  readonly path: string;
  /** ms since 1970. */
  readonly at: number;
  /** When every byte of it was last checked and found as it was written, ms since 1970; null: never. */
  readonly verifiedAt: number | null;
}

/** The last check of a backup. */
export interface BackupCheck {
  /** ms since 1970. */
  readonly at: number;
  readonly sound: boolean;
}

interface Stored {
  readonly last: BackupRecord | null;
  /** By the backup's folder. */
  readonly checks: Readonly<Record<string, BackupCheck>>;
}

const FILE = "last-backup.json";
/** Checks of backups that are long gone make room. */
const MOST_CHECKS = 200;

/** The last backup of a data folder; null when none is known. */
export const readBackupRecord = (data: string): BackupRecord | null => read(data).last;

/** The last check of each backup that was checked, by its folder. */
export const readBackupChecks = (data: string): ReadonlyMap<string, BackupCheck> =>
  new Map(Object.entries(read(data).checks));

/** A backup was made. */
export async function noteBackup(data: string, path: string, at: number): Promise<void> {
  await write(data, { ...read(data), last: { path: resolve(path), at, verifiedAt: null } });
}

/** A backup was checked. */
export async function noteChecked(data: string, path: string, check: BackupCheck): Promise<void> {
  const { last, checks } = read(data);
  const folder = resolve(path);
  const all = Object.entries({ ...checks, [folder]: check }).toSorted(([, a], [, b]) => b.at - a.at);
  const isLast = last?.path === folder;
  await write(data, {
    last: last && isLast ? { ...last, verifiedAt: check.sound ? check.at : null } : last,
    checks: Object.fromEntries(all.slice(0, MOST_CHECKS)),
  });
}

function read(data: string): Stored {
  try {
    const { checks, ...last } = JSON.parse(readFileSync(join(data, FILE), "utf8")) as Partial<
      BackupRecord & Stored
    >;
    const { path, at, verifiedAt = null } = last;
    const isKnown = typeof path === "string" && typeof at === "number";
    return { last: isKnown ? { path, at, verifiedAt } : null, checks: checks ?? {} };
  } catch {
    // None yet, or not readable: then nothing is known.
    return { last: null, checks: {} };
  }
}

const write = (data: string, { last, checks }: Stored): Promise<void> =>
  writeDurably(join(data, FILE), `${JSON.stringify({ ...last, checks })}\n`);
