// Store interface: large uploads in progress.
import type { Upload, OpenUploads } from "../upload.ts";
import type { Media } from "../media.ts";
import type { UploadState } from "../upload-state.ts";

/** What has to be remembered. A move answers false when the upload is no longer in the state that it starts from. */
export interface UploadRecords {
  /** Unless those that its profile has open say no: decided and done in one transaction. @param actor as in the audit log */
  add(upload: Upload, fits: (open: OpenUploads) => boolean, actor: string): Promise<boolean>;
  /** What a profile has prepared and not completed, and whose time is not over. */
  open(profileId: string, now: number): Promise<OpenUploads>;
  find(id: string): Promise<Upload | null>;
  /** How much of a prepared upload is on the disk. */
  note(id: string, received: number): Promise<boolean>;
  fill(id: string, size: number, sha256: string): Promise<boolean>;
  /** Nothing of it counts any more. */
  reopen(id: string): Promise<boolean>;
  /**
   * Adds the media too, or neither. @returns false when its profile would then have more than `quota` bytes
   * @throws Error when it is not uploaded
   */
  complete(id: string, media: Media, quota: number, actor: string): Promise<boolean>;
  expire(upload: Upload): Promise<boolean>;
  /** In this state with an end before a moment, oldest first. */
  overdue(state: UploadState, before: number, limit: number): Promise<Upload[]>;
  /** Deletes expired ones with an end before a moment. @returns how many */
  forget(before: number, limit: number): Promise<number>;
}
