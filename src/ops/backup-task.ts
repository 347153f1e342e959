// What a process that makes or verifies backups is asked, and what it says: lines of JSON.
import type { BucketSettings } from "../media/storage/s3-signed-url.ts";

interface Surroundings {
  /** The data folder. */
  readonly data: string;
  /** postgres://… of the store; null: it is in the data folder. */
  readonly database: string | null;
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  /** Where the media are that are not in the data folder; null when all are. */
  readonly bucket: BucketSettings | null;
}

/** Makes a backup, verifies it, and removes those that are more than `keep`; or verifies one. */
export type BackupTask = Surroundings &
  (
    | {
        readonly kind: "backup";
        /** The folder in which it becomes a folder. */
        readonly to: string;
        /** ms since 1970. */
        readonly takenAt: number;
        /** How many stay there; null: all. */
        readonly keep: number | null;
      }
    | { readonly kind: "verify"; readonly backup: string }
  );

export interface TaskProgress {
  /** What is being done, as in `Progress`. */
  readonly stage: string;
  /** Of this stage, whole. */
  readonly percent: number;
}

export interface TaskResult {
  /** The backup's folder. */
  readonly path: string;
  /** Bytes that were new; null when it was only verified. */
  readonly copied: number | null;
  /** What is wrong with it, in a sentence; null: it is sound. */
  readonly damage: string | null;
}

export type TaskLine =
  | { readonly progress: TaskProgress }
  | { readonly result: TaskResult }
  /** `isExpected`: something that the operator can put right, in words. */
  | { readonly fault: string; readonly isExpected: boolean };
