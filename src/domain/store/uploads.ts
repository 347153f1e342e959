// Store interface: large uploads in progress.
import type { Upload, OpenUploads } from "../upload.ts";
import type { Media } from "../media.ts";
import type { UploadState } from "../upload-state.ts";

/** A change answers false when the upload is no longer in the state that the change starts from. */
export interface UploadRecords {
  /** Stores an upload if `fits` allows it next to those its profile has open. @param actor as in the audit log */
  add(upload: Upload, fits: (open: OpenUploads) => boolean, actor: string): Promise<boolean>;
  /** Uploads of a profile that are neither completed nor expired. */
  open(profileId: string, now: number): Promise<OpenUploads>;
  find(id: string): Promise<Upload | null>;
  /** Records how much of a prepared upload is on the disk. */
  note(id: string, received: number): Promise<boolean>;
  fill(id: string, size: number, sha256: string): Promise<boolean>;
  /** Starts an uploaded one again: its bytes no longer count. */
  reopen(id: string): Promise<boolean>;
  /**
   * Completes the upload and adds its media, or neither. @returns false when its profile would then have more than `quota` bytes
   * @throws Error when it is not uploaded
   */
  complete(id: string, media: Media, quota: number, actor: string): Promise<boolean>;
  expire(upload: Upload): Promise<boolean>;
  /** Uploads in this state that end at `before` or earlier, oldest first. */
  overdue(state: UploadState, before: number, limit: number): Promise<Upload[]>;
  /** Deletes expired uploads that ended at `before` or earlier. @returns how many */
  forget(before: number, limit: number): Promise<number>;
}
