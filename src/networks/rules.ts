// A network's limits as data, and how the limits of one account change them.

export interface Rules {
  readonly text: TextRule;
  /** What a post can't be without. */
  readonly requires: "media" | "video" | null;
  readonly media: MediaRule;
  /** How many posts of an account the network takes; null when it sets no such limit. */
  readonly quota: Quota | null;
}

export interface Quota {
  readonly posts: number;
  /** Counted over the time just passed, ms. */
  readonly windowMs: number;
}

export interface TextRule {
  readonly max: number;
  /**
   * `weighted` as X counts (networks/x.facts.md 4); `emojiBytes`: graphemes, but an emoji counts its UTF-8 bytes
   * (networks/threads.facts.md 4).
   */
  readonly unit: "graphemes" | "codePoints" | "utf16" | "weighted" | "emojiBytes";
  /** A second limit in UTF-8 bytes. */
  readonly maxBytes: number | null;
  /** What every link counts, whatever its length; null when links count as written. */
  readonly linkLength: number | null;
  /** `@user@host` counts only as `@user`. */
  readonly shortMentions: boolean;
  /** Options with which a post without files needs no words either, such as a link or a GIF. */
  readonly replacedBy?: readonly string[];
  readonly maxHashtags?: number;
  readonly maxMentions?: number;
  /** Different links. */
  readonly maxLinks?: number;
  /** Limits nobody has proven: a text beyond one is warned about. */
  readonly unsure?: readonly TextLimit[];
}

/** What a text can go beyond, as problems and warnings call it. */
export type TextLimit = `text.${"length" | "bytes" | "hashtags" | "mentions" | "links"}`;

export interface MediaRule {
  readonly maxItems: number;
  /** How many videos may be in one post, and whether images may stand beside them. */
  readonly maxVideos: number;
  readonly mixed: boolean;
  readonly altTextMax: number | null;
  readonly image: ImageRule | null;
  readonly video: VideoRule | null;
  /** Files the network fetches by itself, from an address that must be public. Default: it is given the bytes. */
  readonly fetched?: readonly ("image" | "video")[];
  /** Limits nobody has proven: a file beyond one is warned about, never refused and never converted. */
  readonly unsure?: readonly FileLimit[];
}

/** What a file can go beyond, as problems and warnings call it. */
export type FileLimit =
  | `${"image" | "video"}.${"format" | "bytes" | "pixels" | "side" | "sides" | "ratio"}`
  | "image.animated"
  | "image.frames"
  | `video.${"duration" | "frameRate" | "frames" | "bitrate" | "codec" | "audioCodec"}`;

/** What may be asked of any picture, still or moving. What is absent or null has no limit. */
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
  /** False where only the first frame would be shown. */
  readonly animated?: boolean;
  /** Of a moving GIF. */
  readonly maxFrames?: number;
  /** width × height × frames of a moving GIF. */
  readonly maxFramePixels?: number;
}

export interface VideoRule extends ShapeRule {
  readonly maxDurationMs: number | null;
  readonly minDurationMs?: number;
  /** Frames a second. */
  readonly minFrameRate?: number;
  readonly maxFrameRate?: number;
  /** Frames altogether. */
  readonly maxFrames?: number;
  /** Bits a second, of the whole file. */
  readonly maxBitrate?: number;
  /** Names as in MediaFacts; a video without sound is always right. */
  readonly codecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
}

/** Limits of one account or server that differ: merged over the network's rules, object by object. */
export interface RuleChanges {
  readonly requires?: Rules["requires"];
  readonly text?: Partial<TextRule>;
  readonly quota?: Quota;
  readonly media?: Partial<Omit<MediaRule, "image" | "video">> & {
    /** Null: none are taken. */
    readonly image?: Partial<ImageRule> | null;
    readonly video?: Partial<VideoRule> | null;
  };
}

/** The rules as they hold for one account. */
export function withChanges(rules: Rules, changes: RuleChanges): Rules {
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
