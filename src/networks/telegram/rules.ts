// What Telegram accepts: the kinds of messages, the limits of each, and what these do not cover (networks/telegram.facts.md 4).
import { problem, warning } from "../client/problems.ts";

import type { Options } from "./options.ts";
import type { OptionProblem, Kinds, PlannedPost } from "../network.ts";
import { withChanges, type RuleChanges, type Rules } from "../../domain/rules.ts";
import { count } from "../client/text.ts";

const FILE_BYTES = 50_000_000;

export const rules: Rules = {
  text: { max: 4096, unit: "codePoints", maxBytes: null, linkLength: null, shortMentions: false },
  requires: null,
  // Other sources report 20 a minute for groups; Telegram answers 429 when it is too much.
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
    // Telegram accepts other codecs, but may show the video as a file to download.
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

/** Only what remains of a formatted text without its markup counts, and `validate` counts that. */
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
  return [...lengthProblems(post), ...optionProblems(post)];
}

/** One measurement says that Telegram counts code points; other sources assume UTF-16 units. */
function lengthProblems(post: PlannedPost<Options>): OptionProblem[] {
  const { max } = withChanges(rules, kinds.all[kinds.of(post)]?.rules ?? {}).text;
  const html = post.options.parse_mode === "HTML";
  const shown = visibleText(post.text, html);
  const length = count(shown, rules.text);
  if (html && length > max) {
    const message = `Without its markup the text is ${length} characters long; the limit is ${max}. Remove ${length - max}.`;
    return [problem("text.length", message, { limit: max, actual: length })];
  }
  if (length > max || shown.length <= max) return [];
  const message = `Counted in UTF-16 units, as Telegram may count, the text is ${shown.length} long; the limit is ${max}.`;
  return [warning("text.utf16", message, { limit: max, actual: shown.length })];
}

function optionProblems({ media, options }: PlannedPost<Options>): OptionProblem[] {
  const useless = (name: keyof Options, when: string) =>
    warning(`options.${name}`, `${name} has no effect ${when} media.`);
  const found: OptionProblem[] = [];
  if (media.length === 0 && options.has_spoiler) found.push(useless("has_spoiler", "without"));
  if (media.length === 0 && options.show_caption_above_media)
    found.push(useless("show_caption_above_media", "without"));
  if (media.length > 0 && options.link_preview) found.push(useless("link_preview", "with"));
  if (media.length > 1 && options.buttons)
    found.push(
      problem("options.buttons", "An album can't have buttons. Post one file, or remove the buttons."),
    );
  return found;
}

// ---- the visible text

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
