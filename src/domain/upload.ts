// Large uploads in progress.
import type { UploadState } from "./upload-state.ts";

export interface Upload {
  readonly id: string;
  readonly profileId: string;
  readonly filename: string;
  /** As declared. */
  readonly mime: string;
  /** Bytes, as declared. */
  readonly size: number;
  readonly state: UploadState;
  /** Bytes from the start that are known to be on the disk. */
  readonly received: number;
  readonly sha256: string | null;
  readonly mediaId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface OpenUploads {
  readonly count: number;
  /** As declared, received or not. */
  readonly bytes: number;
  /** Of all media of the profile at the same moment: what is completed counts here, and no longer as open. */
  readonly mediaBytes: number;
}

/** Where programs send the bytes of large uploads, when media are in a bucket. */
export const UPLOAD_TARGETS = ["bucket", "server"] as const;
export type UploadTarget = (typeof UPLOAD_TARGETS)[number];
