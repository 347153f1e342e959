// What kinds of messages there are, what each may hold, and what the limits don't cover (networks/telegram.facts.md 4).
import type { Static } from "@sinclair/typebox";
import type { OptionProblem, Kinds, PlannedPost } from "../network.ts";
import { withChanges, type RuleChanges, type Rules } from "../rules.ts";
import { count } from "../client/text.ts";
import type { options } from "./options.ts";

export type Options = Static<typeof options>;

const FILE_BYTES = 50_000_000;

export const rules: Rules = {
  text: { max: 4096, unit: "codePoints", maxBytes: null, linkLength: null, shortMentions: false },
  requires: null,
  // 20 a minute to a chat are told of groups, by others; what is too much is answered with 429.
  quota: null,
  media: {
    maxItems: 10,
    maxVideos: 10,
    mixed: true,
    altTextMax: null,
    image: {
      mimes: ["image/jpeg", "image/png"],
      maxBytes: 10_000_000,
      maxPixels: null,
      maxSides: 10_000,
      minRatio: 1 / 20,
      maxRatio: 20,
    },
    video: {
      mimes: ["video/mp4"],
      maxBytes: FILE_BYTES,
      maxDurationMs: null,
      maxPixels: null,
      codecs: ["h264"],
      audioCodecs: ["aac"],
    },
    // Other codecs are taken, and may come as a file to be downloaded.
    unsure: ["video.codec", "video.audioCodec"],
  },
};

const CAPTION = { max: 1024 };
const PLAIN: Readonly<Record<string, { readonly title: string; readonly rules: RuleChanges }>> = {
  message: { title: "Message", rules: {} },
  media: { title: "Photo or video", rules: { text: CAPTION } },
  animation: {
    title: "Animation",
    rules: { text: CAPTION, media: { maxItems: 1, image: { mimes: ["image/gif"], maxBytes: FILE_BYTES } } },
  },
  album: { title: "Album", rules: { text: CAPTION } },
};

/** Limits count what is left of the text without its markup; `complaints` counts that. */
const FORMATTED = Object.entries(PLAIN).map(([word, { title, rules: own }]) => {
  const text = { ...own.text, unsure: ["text.length"] as const };
  return [`${word}_html`, { title: `${title}, formatted`, rules: { ...own, text } }] as const;
});

export const kinds: Kinds<Options> = {
  all: { ...PLAIN, ...Object.fromEntries(FORMATTED) },
  of: (post) => `${kindName(post)}${post.options.parse_mode === "HTML" ? "_html" : ""}`,
};

function kindName({ media }: PlannedPost<Options>): string {
  const [only, ...more] = media;
  if (!only) return "message";
  if (more.length > 0) return "album";
  return only.mime === "image/gif" && only.animated !== false ? "animation" : "media";
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  return [...lengthComplaints(post), ...optionComplaints(post)];
}

/** One measurement says that code points are counted, others assume UTF-16 units. */
function lengthComplaints(post: PlannedPost<Options>): OptionProblem[] {
  const { max } = withChanges(rules, kinds.all[kinds.of(post)]?.rules ?? {}).text;
  const html = post.options.parse_mode === "HTML";
  const shown = visibleText(post.text, html);
  const length = count(shown, rules.text);
  if (html && length > max) {
    const message = `Without its markup the text counts ${length} characters; ${max} are taken.`;
    return [{ rule: "text.length", message, limit: max, actual: length, certain: true }];
  }
  if (length > max || shown.length <= max) return [];
  const message = `Counted in UTF-16 units, as Telegram may do, the text has ${shown.length}; ${max} are taken.`;
  return [{ rule: "text.utf16", message, limit: max, actual: shown.length, certain: false }];
}

function optionComplaints({ media, options }: PlannedPost<Options>): OptionProblem[] {
  const useless = (name: keyof Options, when: string) => ({
    rule: `options.${name}`,
    message: `${name} does nothing ${when}.`,
    limit: null,
    actual: null,
    certain: false,
  });
  const found: OptionProblem[] = [];
  if (media.length === 0 && options.has_spoiler) found.push(useless("has_spoiler", "without media"));
  if (media.length === 0 && options.show_caption_above_media)
    found.push(useless("show_caption_above_media", "without media"));
  if (media.length > 0 && options.link_preview) found.push(useless("link_preview", "beside media"));
  if (media.length > 1 && options.buttons) {
    const message = "An album can't have buttons. Post one file, or leave them out.";
    found.push({ rule: "options.buttons", message, limit: null, actual: null, certain: true });
  }
  return found;
}

// ---- the text as it is shown

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** The text without its markup. */
export function visibleText(text: string, html: boolean): string {
  if (!html) return text;
  return text
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
      (all: string, hex?: string, digits?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
        const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      },
    );
}
