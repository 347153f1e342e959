// What describes a TikTok post in the requests that publish it (networks/tiktok.facts.md 1).
import { kindOf } from "./rules.ts";
import type { Options } from "./options.ts";
import type { JsonObject } from "../client/json.ts";
import type { Draft } from "../network.ts";

/** What the account's owner has disabled; it stays disabled. */
export interface DisabledFeatures {
  readonly comment: boolean;
  readonly duet: boolean;
  readonly stitch: boolean;
}

export function videoInfo(
  { text, media, options: chosen }: Draft<Options>,
  closed: DisabledFeatures,
): JsonObject {
  const { privacy_level, is_aigc } = chosen;
  const video_cover_timestamp_ms = chosen.video_cover_timestamp_ms ?? media[0]?.posterMs ?? undefined;
  return {
    title: text,
    ...withoutUndefined({ privacy_level, video_cover_timestamp_ms, is_aigc }),
    disable_comment: closed.comment || chosen.disable_comment !== false,
    disable_duet: closed.duet || chosen.disable_duet !== false,
    disable_stitch: closed.stitch || chosen.disable_stitch !== false,
    ...brands(chosen),
  };
}

/** Everything except the addresses, which are created when the post is sent. */
export function photoBody(draft: Draft<Options>, closed: DisabledFeatures): JsonObject {
  const { title, privacy_level, auto_add_music, photo_cover_index = 0, is_aigc } = draft.options;
  const isDraft = kindOf(draft) === "photo_draft";
  const direct = {
    ...withoutUndefined({ privacy_level, auto_add_music }),
    disable_comment: closed.comment || draft.options.disable_comment !== false,
    ...brands(draft.options),
  };
  return {
    media_type: "PHOTO",
    post_mode: isDraft ? "MEDIA_UPLOAD" : "DIRECT_POST",
    post_info: { ...withoutUndefined({ title }), description: draft.text, ...(!isDraft && direct) },
    source_info: { source: "PULL_FROM_URL", photo_cover_index },
    // Sources disagree on whether TikTok accepts it for photos, so it is sent only when it is true.
    ...(is_aigc === true && { is_aigc }),
  };
}

function brands({ brand_content_toggle: paid, brand_organic_toggle: own }: Options) {
  return { brand_content_toggle: paid === true, brand_organic_toggle: own === true };
}

function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
