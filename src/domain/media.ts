// Media: the files of a profile, as measured.
import type { EventActor } from "./event.ts";
import type { Asker } from "./person.ts";
import type { PostStatus } from "./post.ts";

export type MediaKind = "image" | "video";

/** A file of the profile, as measured. */
export interface Media {
  readonly id: string;
  readonly profileId: string;
  readonly sha256: string;
  readonly filename: string;
  readonly kind: MediaKind;
  readonly mime: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly altText: string | null;
  readonly createdAt: number;
  /** Null when the file was added before they were stored. */
  readonly facts: MediaFacts | null;
  /** The file that it was cropped from, which may have been deleted since; null: it was uploaded or imported. */
  readonly parentId: string | null;
  /** The frame of a video that people chose as its cover, ms from its start; null: nobody did. */
  readonly posterMs: number | null;
  /** Only in the record of a settled post: since then its bytes are gone. */
  readonly deletedAt?: number;
}

/** A file as one network gets it. */
export interface UsableMedia extends Media {
  /** What the file is, where something else is made of it whatever the limits are (moving-gif.ts). */
  readonly madeOf?: Pick<Media, "kind" | "mime">;
}

/** What the file's bytes show; null: does not apply or is unknown. */
export interface MediaFacts {
  /** h264, hevc, vp9, …; null for images. */
  readonly videoCodec: string | null;
  /** aac, opus, …; null without sound. */
  readonly audioCodec: string | null;
  /** Frames a second. */
  readonly frameRate: number | null;
  /** Of the whole file, bits a second. */
  readonly bitrate: number | null;
  /** High dynamic range. */
  readonly hdr: boolean | null;
  /** Degrees clockwise by which the stored picture is turned to be shown. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** An image of several frames. */
  readonly animated: boolean;
  /** How many frames a GIF has; null of anything else. */
  readonly frames: number | null;
  /** May be transparent somewhere. */
  readonly alpha: boolean;
  /** rgb, grey or cmyk of an image; the primaries of a video, such as bt709. */
  readonly colourSpace: string | null;
}

/** A file as this network takes it: already adapted to its rules. */
export interface DraftMedia {
  readonly id: string;
  readonly kind: MediaKind;
  readonly mime: string;
  readonly filename: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly altText: string | null;
  /** The chosen cover of a video, ms from its start; null: nobody chose one. */
  readonly posterMs: number | null;
  /** The whole file, or the part from `start` up to (not including) `end`, in bytes. */
  bytes(start?: number, end?: number): Promise<Uint8Array>;
  /** Where the network can download it, for a day, if this appliance can be reached from the internet. */
  publicUrl(): string;
}

/** Who changes a file: their profile, their name in the audit log, and whether they may decide what is published. */
export interface MediaEditor extends Asker {
  readonly profileId: string;
  readonly mayPublish: boolean;
  /** Leaves what goes to real accounts alone. */
  readonly simulatedOnly: boolean;
}

/** What is left out stays. */
export interface MediaChange {
  readonly altText?: string | null;
  readonly filename?: string;
  /** Of a video. */
  readonly posterMs?: number;
}

/** Which files of a library are shown; what is left out leaves nothing out. */
export interface MediaFilter {
  readonly kind?: MediaKind | undefined;
  /** Only files that no post uses. */
  readonly unused?: boolean | undefined;
  /** Only files without alt text. */
  readonly missingAlt?: boolean | undefined;
  /** Only files whose name or alt text contains each of these words, in whatever case and with or without accents. */
  readonly text?: string | undefined;
}

/** Newest first, by name, or largest first. */
export const MEDIA_SORTS = ["created", "name", "size"] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

/** A file's place in a list. */
export interface MediaPlace {
  /** The name or the size by which the list is sorted; null where it is sorted by id. */
  readonly key: string | number | null;
  readonly id: string;
}

/** The place of a file in the list of this order. */
export function mediaPlace({ id, filename, size }: Media, sort: MediaSort): MediaPlace {
  return { id, key: sort === "name" ? filename : sort === "size" ? size : null };
}

/** Who added a file, and how many posts use it. */
export interface MediaUse {
  readonly createdBy: EventActor;
  readonly posts: number;
  /** Of those, queued, scheduled, being published or uncertain. Counted among the newest few thousand. */
  readonly waiting: number;
}

/** A post that uses a file. */
export interface MediaUser {
  readonly id: string;
  readonly caption: string;
  readonly status: PostStatus;
  /** ms since 1970. */
  readonly scheduledFor: number | null;
}

export type MediaChangeResult =
  | { readonly kind: "changed"; readonly media: Media }
  | { readonly kind: "unknown" }
  /** A post that waits to be published, or is being published, has it, and the editor may not publish. */
  | { readonly kind: "refused" }
  /** A post to a real account that is not finished uses it. */
  | { readonly kind: "outOfReach" }
  /** Somebody else added it, and the editor may change only their own. */
  | { readonly kind: "foreign" };

export type MediaRemoval =
  | { readonly kind: "removed"; readonly sha256: string }
  | { readonly kind: "unknown" }
  /** Posts that have not settled. */
  | { readonly kind: "inUse"; readonly postIds: readonly string[] }
  /** Somebody else added it, and the editor may remove only their own. */
  | { readonly kind: "foreign" };
