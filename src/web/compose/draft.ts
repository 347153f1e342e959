// A post while it is being written, and everything that can be done to it.
import type { PostRecord } from "../post/queries.ts";

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
      return { ...draft, options: withOption(draft.options, act) };
    case "media":
      return { ...draft, media: [...new Set(act.ids)] };
    case "addMedia":
      return draft.media.includes(act.id) ? draft : { ...draft, media: [...draft.media, act.id] };
    case "removeMedia":
      return withoutMedia(draft, act.id);
    case "when":
      return { ...draft, when: act.when };
    case "content":
      return { ...act.content, when: draft.when };
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

function withOption(
  options: Draft["options"],
  { accountId, name, value }: Extract<Act, { type: "option" }>,
): Draft["options"] {
  const own = options[accountId] ?? {};
  const changed = value === undefined ? without(own, name) : { ...own, [name]: value };
  return Object.keys(changed).length === 0
    ? without(options, accountId)
    : { ...options, [accountId]: changed };
}

/** Also out of what single accounts chose. */
function withoutMedia(draft: Draft, id: string): Draft {
  const options = Object.keys(draft.options).reduce<Draft["options"]>((all, accountId) => {
    const chosen = mediaOf(draft, accountId);
    if (!chosen?.includes(id)) return all;
    const rest = chosen.filter((each) => each !== id);
    return withOption(all, {
      type: "option",
      accountId,
      name: "media",
      value: rest.length > 0 ? rest : undefined,
    });
  }, draft.options);
  return { ...draft, media: draft.media.filter((each) => each !== id), options };
}

/** The files that an account chose for itself; null where it takes all. */
export function mediaOf({ options }: Pick<Draft, "options">, accountId: string): readonly string[] | null {
  const chosen = options[accountId]?.["media"];
  return Array.isArray(chosen) ? chosen.filter((id) => typeof id === "string") : null;
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
