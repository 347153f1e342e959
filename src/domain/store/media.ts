// Store interface: media records.
import type {
  Media,
  MediaChange,
  MediaChangeResult,
  MediaEditor,
  MediaFilter,
  MediaPlace,
  MediaRemoval,
  MediaSort,
  MediaUse,
  MediaUser,
} from "../media.ts";

export interface MediaRecords {
  /** @returns false when the profile would then have more than `quota` bytes; nothing is added */
  add(media: Media, quota: number, actor: string): Promise<boolean>;
  /** Of any profile; null when it does not exist or was deleted. */
  one(id: string): Promise<Media | null>;
  /** In the order of `ids`; null where the profile has no such file. */
  find(profileId: string, ids: readonly string[]): Promise<(Media | null)[]>;
  /** Up to `limit` files that the filter shows. A long search makes way for others. @param after the place that the page follows */
  page(profileId: string, query: MediaQuery, limit: number, after: MediaPlace | null): Promise<Media[]>;
  /** Who added each of these files, and how many posts use it, in the order of `ids`. */
  uses(ids: readonly string[]): Promise<MediaUse[]>;
  /** The newest posts that use a file. */
  users(id: string, limit: number): Promise<MediaUser[]>;
  /** A file of these bytes that was made of another one; null when there is none. */
  madeOf(parentId: string, sha256: string): Promise<Media | null>;
  /** Bytes and files of a profile. */
  total(profileId: string): Promise<{ readonly bytes: number; readonly files: number }>;
  /** Decided and done in one transaction, so that no post begins to wait with it in between. */
  change(by: MediaEditor, id: string, change: MediaChange, at: number): Promise<MediaChangeResult>;
  /** Decided and done in one transaction, so that no post begins to use it in between. */
  remove(by: MediaEditor, id: string, at: number): Promise<MediaRemoval>;
  /** Whether any media, of whatever profile, has these bytes. */
  isUsed(sha256: string): Promise<boolean>;
  /** Hashes of all media of a profile, each once. */
  hashes(profileId: string): Promise<string[]>;
  /** Created before `cutoff`, oldest first. @param after the last one of the previous step */
  olderThan(cutoff: number, after: MediaAge | null, limit: number): Promise<MediaAge[]>;
  /**
   * Removes one whose last use is before `cutoff` and that no unsettled post uses, decided and done in one transaction.
   * @returns its hash, or null when it stays
   */
  expire(id: string, cutoff: number, at: number): Promise<string | null>;
  /** Removes rows that were only there for the record of posts that are gone too. @returns how many */
  forgetDeleted(limit: number): Promise<number>;
}

export interface MediaQuery extends MediaFilter {
  readonly sort: MediaSort;
}

export interface MediaAge {
  readonly id: string;
  /** ms since 1970. */
  readonly createdAt: number;
}
