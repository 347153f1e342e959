// A YouTube video as the request that starts its upload describes it (networks/youtube.facts.md 1).
import { titleOf } from "./rules.ts";
import type { Options } from "./options.ts";
import type { JsonObject } from "../client/json.ts";
import type { Draft } from "../network.ts";

const DEFAULT_CATEGORY = "22";

export interface Resource {
  /** Which parts of the video the request and its response contain, and whether subscribers are notified. */
  readonly query: string;
  readonly body: JsonObject;
}

export function resourceOf(draft: Pick<Draft<Options>, "text" | "options">): Resource {
  const { tags, categoryId, defaultLanguage, defaultAudioLanguage, ...chosen } = draft.options;
  const { selfDeclaredMadeForKids, containsSyntheticMedia, license, embeddable, publicStatsViewable } =
    chosen;
  const snippet = {
    title: titleOf(draft),
    description: draft.text,
    categoryId: categoryId ?? DEFAULT_CATEGORY,
    ...withoutUndefined({ tags, defaultLanguage, defaultAudioLanguage }),
  };
  const status = {
    privacyStatus: chosen.privacyStatus ?? "public",
    selfDeclaredMadeForKids,
    ...withoutUndefined({ containsSyntheticMedia, license, embeddable, publicStatsViewable }),
  };
  const { hasPaidProductPlacement, notifySubscribers } = chosen;
  const paid = hasPaidProductPlacement !== undefined && {
    paidProductPlacementDetails: { hasPaidProductPlacement },
  };
  const body = { snippet, status, ...paid };
  const notify = notifySubscribers === undefined ? "" : `&notifySubscribers=${notifySubscribers}`;
  return { query: `part=${Object.keys(body).join(",")}${notify}`, body };
}

/** What was chosen; the rest is YouTube's and the channel's own settings. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
