// What would mend a problem of one target with a single action, and which field of the request it is about.
import type { MediaRule } from "../../domain/rules.ts";
import type { UsableMedia } from "../../domain/media.ts";
import { shorten } from "../../networks/client/cut-text.ts";
import { optionsOf } from "../../networks/options.ts";
import type { Intent } from "../preflight/index.ts";
import type { RuleProblem } from "../preflight/media.ts";

export type Fix =
  /** A text of this account that fits. */
  | { readonly kind: "cut"; readonly caption: string }
  | { readonly kind: "leave_out_account" }
  | { readonly kind: "leave_out_media"; readonly mediaIds: readonly string[] }
  /** With the name that people know it by. */
  | { readonly kind: "set_option"; readonly option: string; readonly title: string }
  | { readonly kind: "add_media" }
  /** To a shape between these, width ÷ height; null where there is no such limit. */
  | { readonly kind: "crop"; readonly ratios: { readonly min: number | null; readonly max: number | null } };

/** Null where only the author knows what to do. */
export function fixOf(problem: RuleProblem, intent: Intent): Fix | null {
  const { rule, mediaId } = problem;
  const option = optionOf(rule);
  if (option !== null) return { kind: "set_option", option, title: titleOf(option, intent) };
  if (mediaId !== undefined) return fixOfFile(rule, mediaId, intent);
  const { media, rules } = intent;
  switch (rule) {
    case "text.length":
    case "text.bytes":
      return cut(intent);
    case "media.required":
    case "video.required":
      return { kind: "add_media" };
    case "media.count":
      return leaveOut(media.slice(rules.media.maxItems));
    case "video.count":
      return leaveOut(videosOf(media).slice(rules.media.maxVideos));
    case "media.mix":
      return leaveOut(media.filter(({ kind }) => kind !== media[0]?.kind));
    case "account.needs_reconnect":
    case "media.address":
      return { kind: "leave_out_account" };
    default:
      return null;
  }
}

/** The field of the request, such as `caption` or `options.board_id`; null where it is about none. */
export function fieldOf({ rule, mediaId }: RuleProblem): string | null {
  const option = optionOf(rule);
  if (option !== null) return `options.${option}`;
  if (rule.startsWith("account.")) return "accounts";
  if (rule.startsWith("text.")) return "caption";
  return mediaId !== undefined || /^(media|image|video)\./.test(rule) ? "media" : null;
}

function titleOf(option: string, { network, rules }: Intent): string {
  const schema: { readonly title?: string } | undefined = optionsOf(network, rules).properties[option];
  return schema?.title ?? option;
}

const optionOf = (rule: string) => /^options\.([^.]+)/.exec(rule)?.[1] ?? null;
const videosOf = (media: readonly UsableMedia[]) => media.filter(({ kind }) => kind === "video");

function fixOfFile(rule: string, mediaId: string, { media, rules }: Intent): Fix | null {
  if (rule === "media.altText") return null;
  const file = media.find(({ id }) => id === mediaId);
  if (rule.endsWith(".ratio") && file) return { kind: "crop", ratios: ratiosOf(file, rules.media) };
  return { kind: "leave_out_media", mediaIds: [mediaId] };
}

function ratiosOf({ kind }: UsableMedia, { image, video }: MediaRule) {
  const { minRatio = null, maxRatio = null } = (kind === "image" ? image : video) ?? {};
  return { min: minRatio, max: maxRatio };
}

function leaveOut(files: readonly UsableMedia[]): Fix | null {
  return files.length > 0 ? { kind: "leave_out_media", mediaIds: files.map(({ id }) => id) } : null;
}

/** Not of a formatted text, whose markup a cut could break: there the length without markup counts. */
function cut({ words, rules }: Intent): Fix | null {
  if (rules.text.unsure?.includes("text.length")) return null;
  const caption = shorten(words.text, rules.text);
  return caption === null ? null : { kind: "cut", caption };
}
