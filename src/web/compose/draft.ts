// A post while it is being written, and everything that can be done to it.
import type { PostRecord } from "../post/queries.ts";
import { without, withOption } from "./account-options.ts";
import { withAltText, withoutMedia, withReplaced, withSentWords } from "./media/files-of.ts";

/** When it goes out. */
export type When =
  | { readonly kind: "queue" }
  /** A free place in the queue that the person picked; both as ISO times. */
  | { readonly kind: "slot" | "time"; readonly at: string }
  | { readonly kind: "now" };

/** Of one account, by the names in its schema; `media` and `alt_text` choose files and words. */
export type AccountOptions = Readonly<Record<string, unknown>>;

/** What is stored with the post. Everything about single accounts is by the account's id. */
export interface Content {
  readonly caption: string;
  readonly accounts: readonly string[];
  /** Texts that differ from the caption. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, AccountOptions>>;
  /** Ids, in order. */
  readonly media: readonly string[];
}

export interface Draft extends Content {
  readonly when: When;
}

export const EMPTY: Draft = {
  caption: "",
  accounts: [],
  overrides: {},
  options: {},
  media: [],
  when: { kind: "queue" },
};

export type Act =
  | { readonly type: "write"; readonly text: string; readonly accountId: string | null }
  | { readonly type: "rejoin"; readonly accountId: string }
  | { readonly type: "accounts"; readonly ids: readonly string[] }
  /** @param value undefined takes the choice back */
  | {
      readonly type: "option";
      readonly accountId: string;
      readonly name: string;
      readonly value: unknown;
    }
  | { readonly type: "media"; readonly ids: readonly string[] }
  | { readonly type: "addMedia"; readonly id: string }
  | { readonly type: "removeMedia"; readonly id: string }
  /** Another file in its place. @param accountId null for all accounts */
  | {
      readonly type: "replaceMedia";
      readonly id: string;
      readonly by: string;
      readonly accountId: string | null;
    }
  /** As they were before something was done with them. */
  | { readonly type: "files"; readonly media: Draft["media"]; readonly options: Draft["options"] }
  /** What a file shows, for one account. @param text null for the words that go with the file */
  | {
      readonly type: "altText";
      readonly accountId: string;
      readonly id: string;
      readonly text: string | null;
    }
  | { readonly type: "when"; readonly when: When }
  /** What somebody else wrote. */
  | { readonly type: "content"; readonly content: Content };

export type Dispatch = (act: Act) => void;

export function reduce(draft: Draft, act: Act): Draft {
  switch (act.type) {
    case "write":
      return act.accountId === null
        ? { ...draft, caption: act.text }
        : { ...draft, overrides: { ...draft.overrides, [act.accountId]: act.text } };
    case "rejoin":
      return { ...draft, overrides: without(draft.overrides, act.accountId) };
    case "accounts":
      return { ...draft, accounts: [...new Set(act.ids)] };
    case "option":
      return withSentWords({ ...draft, options: withOption(draft.options, act) });
    case "media":
      return withSentWords({ ...draft, media: [...new Set(act.ids)] });
    case "addMedia":
      return draft.media.includes(act.id) ? draft : { ...draft, media: [...draft.media, act.id] };
    case "removeMedia":
      return withSentWords(withoutMedia(draft, act.id));
    case "replaceMedia":
      return withSentWords(withReplaced(draft, act));
    case "files":
      return { ...draft, media: act.media, options: act.options };
    case "altText":
      return { ...draft, options: withAltText(draft.options, act) };
    case "when":
      return { ...draft, when: act.when };
    case "content":
      return { ...act.content, when: draft.when };
  }
}

/** As it is sent: without what belongs to accounts that are not chosen. */
export function contentOf({ caption, accounts, overrides, options, media }: Content): Content {
  const ofChosen = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(accounts.flatMap((id) => (id in record ? [[id, record[id] as T]] : [])));
  return { caption, accounts, overrides: ofChosen(overrides), options: ofChosen(options), media };
}

/** Whether there is anything to keep: accounts alone are no work. */
export const isBlank = ({ caption, overrides, media }: Content): boolean =>
  caption.trim() === "" && media.length === 0 && Object.values(overrides).every((text) => text === "");

/** As text that is the same for the same value, in whatever order its keys stand. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Asked with every key: the texts differ mostly, and are compared first. */
export const sameContent = (a: Content, b: Content): boolean =>
  a.caption === b.caption && stable(contentOf(a)) === stable(contentOf(b));

/** What a post says, by the ids of its accounts, whatever names it was given. */
export function contentOfPost({ caption, media, targets, overrides, options }: PostRecord): Content {
  return {
    caption,
    accounts: targets.map(({ accountId }) => accountId),
    media: media.map(({ id }) => id),
    overrides: byAccount(overrides, targets),
    options: byAccount(options, targets) as Content["options"],
  };
}

type Named = Pick<PostRecord["targets"][number], "accountId" | "platform" | "handle">;

/** Keys are ids, `platform:handle`, handles or platforms; the most precise one counts. */
function byAccount<T>(values: Readonly<Record<string, T>>, targets: readonly Named[]): Record<string, T> {
  const keys = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]));
  return Object.fromEntries(
    targets.flatMap(({ accountId, platform, handle }) => {
      const names = [accountId, `${platform}:${handle}`, handle, platform].map((name) => name.toLowerCase());
      const key = names.find((name) => keys.has(name));
      return key === undefined ? [] : [[accountId, keys.get(key) as T]];
    }),
  );
}

/** When a post that waits goes out; a draft takes the next free slot. */
export function whenOfPost({ schedule, scheduledFor }: PostRecord): When {
  if (scheduledFor === null) return EMPTY.when;
  return schedule === "queue" ? { kind: "slot", at: scheduledFor } : { kind: "time", at: scheduledFor };
}
