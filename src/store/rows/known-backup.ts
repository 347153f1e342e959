// Rows of known_backup, and the statements that both stores use.
import type { KnownBackup } from "../../domain/backup.ts";

/** Those that are long gone make room. */
const MOST_KNOWN = 200;

export interface KnownBackupRow {
  readonly path: string;
  readonly madeAt: number | null;
  readonly checkedAt: number | null;
  readonly isSound: number | null;
}

export const KNOWN_BACKUPS = `SELECT path, made_at AS "madeAt", checked_at AS "checkedAt", is_sound AS "isSound"
  FROM known_backup ORDER BY COALESCE(made_at, checked_at) DESC, path DESC`;

/** A backup in the place of another one was never checked. */
export const NOTE_MADE = `INSERT INTO known_backup (path, made_at) VALUES ($path, $at)
  ON CONFLICT (path) DO UPDATE SET made_at = excluded.made_at, checked_at = NULL, is_sound = NULL`;

export const NOTE_CHECKED = `INSERT INTO known_backup (path, checked_at, is_sound) VALUES ($path, $at, $isSound)
  ON CONFLICT (path) DO UPDATE SET checked_at = excluded.checked_at, is_sound = excluded.is_sound`;

export const FORGET_OLD_BACKUPS = `DELETE FROM known_backup WHERE path NOT IN
  (SELECT path FROM known_backup ORDER BY COALESCE(made_at, checked_at) DESC, path DESC LIMIT ${MOST_KNOWN})`;

export const knownBackup = ({ path, madeAt, checkedAt, isSound }: KnownBackupRow): KnownBackup => ({
  path,
  madeAt,
  check: checkedAt === null ? null : { at: checkedAt, sound: isSound === 1 },
});
