// Media: the files of a profile, as measured.

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
  /** The whole file, or the part from `start` up to (not including) `end`, in bytes. */
  bytes(start?: number, end?: number): Promise<Uint8Array>;
  /** Where the network can download it, for a day, if this appliance can be reached from the internet. */
  publicUrl(): string;
}

/** Who changes a file: their profile, their name in the audit log, and whether they may decide what is published. */
export interface MediaEditor {
  readonly profileId: string;
  readonly name: string;
  readonly mayPublish: boolean;
}

/** What is left out stays. */
export interface MediaChange {
  readonly altText?: string | null;
  readonly filename?: string;
}

export type MediaChangeResult =
  | { readonly kind: "changed"; readonly media: Media }
  | { readonly kind: "unknown" }
  /** A post that waits to be published, or is being published, has it, and the editor may not publish. */
  | { readonly kind: "refused" };

export type MediaRemoval =
  | { readonly kind: "removed"; readonly sha256: string }
  | { readonly kind: "unknown" }
  /** Posts that have not settled. */
  | { readonly kind: "inUse"; readonly postIds: readonly string[] };
