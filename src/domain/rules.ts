// A network's limits as data, and how the limits of one account change them.

export interface Rules {
  readonly text: TextRule;
  /** What a post must contain. */
  readonly requires: "media" | "video" | null;
  readonly media: MediaRule;
  /** How many posts of an account the network accepts; null without such a limit. */
  readonly quota: Quota | null;
}

export interface Quota {
  readonly posts: number;
  /** Length of the sliding window, ms. */
  readonly windowMs: number;
}

export interface TextRule {
  readonly max: number;
  /**
   * `weighted` as X counts (networks/x.facts.md 4); `emojiBytes`: graphemes, but an emoji counts its UTF-8 bytes
   * (networks/threads.facts.md 4).
   */
  readonly unit: LengthUnit;
  /** A second limit in UTF-8 bytes. */
  readonly maxBytes: number | null;
  /** The fixed length of every link; null if links count as written. */
  readonly linkLength: number | null;
  /** `@user@host` counts only as `@user`. */
  readonly shortMentions: boolean;
  /** Options that replace the text of a post without files, such as a link or a GIF. */
  readonly replacedBy?: readonly string[];
  readonly maxHashtags?: number;
  readonly maxMentions?: number;
  /** Different links. */
  readonly maxLinks?: number;
  /** Unproven limits: a text that exceeds one causes only a warning. */
  readonly unsure?: readonly TextLimit[];
}

export const LENGTH_UNITS = ["graphemes", "codePoints", "utf16", "weighted", "emojiBytes"] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** The limits of a text, as named in problems and warnings. */
export type TextLimit = `text.${"length" | "bytes" | "hashtags" | "mentions" | "links"}`;

export interface MediaRule {
  readonly maxItems: number;
  /** How many videos a post can have, and whether it can have images, too. */
  readonly maxVideos: number;
  readonly mixed: boolean;
  readonly altTextMax: number | null;
  readonly image: ImageRule | null;
  readonly video: VideoRule | null;
  /** Files that the network fetches from a public address. Default: Crier uploads the bytes. */
  readonly fetched?: readonly ("image" | "video")[];
  /** Unproven limits: a file that exceeds one causes a warning and is neither refused nor converted. */
  readonly unsure?: readonly FileLimit[];
}

/** The limits of a file, as named in problems and warnings. */
export type FileLimit =
  | `${"image" | "video"}.${"format" | "bytes" | "pixels" | "side" | "sides" | "ratio"}`
  | "image.animated"
  | "image.frames"
  | `video.${"duration" | "frameRate" | "frames" | "bitrate" | "codec" | "audioCodec"}`;

/** Limits of an image or a video. A missing or null member means no limit. */
interface ShapeRule {
  readonly mimes: readonly string[];
  readonly maxBytes: number;
  readonly minBytes?: number;
  /** width × height. */
  readonly maxPixels: number | null;
  /** Longest side, px. */
  readonly maxSide?: number | null;
  /** Shortest side, px. */
  readonly minSide?: number;
  /** Width + height, px. */
  readonly maxSides?: number;
  /** width ÷ height. */
  readonly minRatio?: number;
  readonly maxRatio?: number;
}

export interface ImageRule extends ShapeRule {
  /** False if the network shows only the first frame. */
  readonly animated?: boolean;
  /** Of an animated GIF. */
  readonly maxFrames?: number;
  /** width × height × frames of an animated GIF. */
  readonly maxFramePixels?: number;
}

export interface VideoRule extends ShapeRule {
  readonly maxDurationMs: number | null;
  readonly minDurationMs?: number;
  /** Frames a second. */
  readonly minFrameRate?: number;
  readonly maxFrameRate?: number;
  /** Number of frames in total. */
  readonly maxFrames?: number;
  /** Bits a second, of the whole file. */
  readonly maxBitrate?: number;
  /** Names as in MediaFacts; a video without sound is always accepted. */
  readonly codecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
}

/** Limits that differ for one account or server, merged into the network's rules object by object. */
export interface RuleChanges {
  readonly requires?: Rules["requires"];
  readonly text?: Partial<TextRule>;
  readonly quota?: Quota;
  readonly media?: Partial<Omit<MediaRule, "image" | "video">> & {
    /** Null: not accepted. */
    readonly image?: Partial<ImageRule> | null;
    readonly video?: Partial<VideoRule> | null;
  };
}

/** The rules for one account. */
export function withChanges(rules: Rules, changes: RuleChanges): Rules {
  if (Object.keys(changes).length === 0) return rules;
  const { image, video, ...media } = changes.media ?? {};
  return {
    ...rules,
    requires: changes.requires === undefined ? rules.requires : changes.requires,
    quota: changes.quota ?? rules.quota,
    text: { ...rules.text, ...changes.text },
    media: {
      ...rules.media,
      ...media,
      image: image === null ? null : rules.media.image && { ...rules.media.image, ...image },
      video: video === null ? null : rules.media.video && { ...rules.media.video, ...video },
    },
  };
}
