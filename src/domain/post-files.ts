// A post's files as publishing sends them, between publishing and media.
import type { DraftMedia, Media, UsableMedia } from "./media.ts";
import type { TargetFormat } from "./target-format.ts";

export interface PostFiles {
  /** The profile's media with these ids, in this order; a missing one is null. */
  find(profileId: string, ids: readonly string[]): Promise<(Media | null)[]>;
  /**
   * A file as a network accepts it: without the metadata of its author, unless the profile keeps it, and converted to
   * `format` where there is one. Throws Problem.
   */
  fitted(media: UsableMedia, format: TargetFormat | null, how?: HowFitted): Promise<DraftMedia>;
  /** Whether the file is there, whole and can be opened. */
  isReadable(media: Media): Promise<boolean>;
  /** Describes why this machine can't convert a file, with what to do about it; its answer is null when it can. */
  unable(): Promise<MissingCapability>;
}

export interface HowFitted {
  /** The network fetches it, from whichever process answers there. */
  readonly isFetched?: boolean;
  /** Called during a long conversion with its progress, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Why this machine can't convert such a file, with what to do about it; null when it can. */
export type MissingCapability = (file: Pick<Media, "kind">) => string | null;
