// Backups that the server makes by itself: how often, how many stay, and where they are.
import { durationOf } from "../time.ts";

/** Null where nobody has said anything. */
export interface BackupSchedule {
  /** A time of day such as `03:15`, or how long after the one before such as `6h`; null: never. */
  readonly every: string | null;
  /** How many stay in the folder, without those that other programs made there later; null: all. */
  readonly keep: number | null;
  /** Absolute. */
  readonly folder: string | null;
}

/** The last check of a backup: whether every byte was as it was written. */
export interface BackupCheck {
  /** ms since 1970. */
  readonly at: number;
  readonly sound: boolean;
}

/** A backup that the server or the command line has made or checked. */
export interface KnownBackup {
  /** Its folder, absolute. */
  readonly path: string;
  /** ms since 1970; null: it was only checked. */
  readonly madeAt: number | null;
  /** Null: never. */
  readonly check: BackupCheck | null;
}

/** The last one that was made; null: there is none. @param known newest first */
export function lastMade(known: readonly KnownBackup[]): (KnownBackup & { readonly madeAt: number }) | null {
  for (const backup of known) {
    const { madeAt } = backup;
    if (madeAt !== null) return { ...backup, madeAt };
  }
  return null;
}

/** What is being done now with backups. Times in ms since 1970. */
export interface BackupJob {
  readonly kind: "backup" | "verify";
  /** The backup's name; null while it has none. */
  readonly name: string | null;
  readonly startedAt: number;
  /** What is being done: `start`, `database`, `media`, `files` or `bucket`. */
  readonly stage: string;
  /** Of this stage, whole. */
  readonly percent: number;
}

/** What was done last. */
export interface EndedBackupJob {
  readonly kind: BackupJob["kind"];
  readonly name: string | null;
  readonly endedAt: number;
  /** Bytes that were new; null when it was only verified, or failed. */
  readonly copied: number | null;
  /** Why it failed, or what is damaged, in a sentence; null: all is well. */
  readonly failure: string | null;
}

/** A process that says nothing of its job for so long is taken for dead, ms. */
export const JOB_SILENCE_MS = 45_000;

/** Somebody has confirmed that the secret key is also kept somewhere else. */
export interface KeptKey {
  /** Fingerprint of the key that it was confirmed for. */
  readonly fingerprint: string;
  /** ms since 1970. */
  readonly at: number;
  /** Who, as the audit log names them. */
  readonly by: string;
}

export const MOST_KEPT = 1000;
export const MAX_BACKUP_FOLDER = 500;

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;
const SHORTEST_MS = 15 * 60_000;
const LONGEST_MS = 31 * 86_400_000;

/** What `every` may be, in words that follow "must be". */
export const RHYTHMS = "a time of day such as 03:15, or a duration from 15m to 31d such as 6h";

export function isRhythm(every: string): boolean {
  const ms = durationOf(every);
  return TIME_OF_DAY.test(every) || (ms !== null && ms >= SHORTEST_MS && ms <= LONGEST_MS);
}

/**
 * When the next backup is due, ms since 1970.
 * @param every as `isRhythm` takes it
 * @param lastAt when the newest was made; null: there is none, and one is due at once
 * @param zone of the time of day
 */
export function backupDueAt(every: string, lastAt: number | null, zone: string): number {
  if (lastAt === null) return 0;
  const ms = durationOf(every);
  if (ms !== null) return lastAt + ms;
  const last = Temporal.Instant.fromEpochMilliseconds(lastAt).toZonedDateTimeISO(zone);
  const sameDay = last.withPlainTime(Temporal.PlainTime.from(every));
  const due =
    Temporal.ZonedDateTime.compare(sameDay, last) > 0
      ? sameDay
      : last.add({ days: 1 }).withPlainTime(Temporal.PlainTime.from(every));
  return due.epochMilliseconds;
}
