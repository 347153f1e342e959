// Which files each account gets, in which order, and with which words: changed without losing what belongs together.
import { mediaOf, withOption } from "../account-options.ts";
import type { Act, Draft } from "../draft.ts";

/** All files of which something is said: those of the post, and those that single accounts get in their place. */
export function allFiles(draft: Pick<Draft, "media" | "options">): readonly string[] {
  const chosen = Object.keys(draft.options).flatMap((accountId) => mediaOf(draft, accountId) ?? []);
  return [...new Set([...draft.media, ...chosen])];
}

/** Words for single files, by their ids; empty where a network has one text for all of them. */
export function altTextsOf(options: Draft["options"], accountId: string): Readonly<Record<string, string>> {
  const texts = options[accountId]?.["alt_text"];
  if (typeof texts !== "object" || texts === null) return {};
  const entries = Object.entries(texts).flatMap(([id, text]) =>
    typeof text === "string" ? [[id, text]] : [],
  );
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}

export function withAltText(
  options: Draft["options"],
  { accountId, id, text }: Extract<Act, { type: "altText" }>,
): Draft["options"] {
  const others = Object.entries(altTextsOf(options, accountId)).filter(([each]) => each !== id);
  return withAltTexts(options, accountId, text === null ? others : [...others, [id, text]]);
}

function withAltTexts(
  options: Draft["options"],
  accountId: string,
  texts: readonly (readonly [id: string, text: string])[],
): Draft["options"] {
  const value = texts.length === 0 ? undefined : Object.fromEntries(texts);
  return withOption(options, { type: "option", accountId, name: "alt_text", value });
}

/** Words for files that an account does not get are refused: they are left out. */
export function withSentWords(draft: Draft): Draft {
  const options = Object.keys(draft.options).reduce((all, accountId) => {
    const texts = Object.entries(altTextsOf(all, accountId));
    const files = mediaOf(draft, accountId) ?? draft.media;
    const sent = texts.filter(([id]) => files.includes(id));
    return sent.length === texts.length ? all : withAltTexts(all, accountId, sent);
  }, draft.options);
  return options === draft.options ? draft : { ...draft, options };
}

/** Also out of what single accounts chose. */
export function withoutMedia(draft: Draft, id: string): Draft {
  const options = Object.keys(draft.options).reduce<Draft["options"]>((all, accountId) => {
    const chosen = mediaOf(draft, accountId);
    if (!chosen?.includes(id)) return all;
    const rest = chosen.filter((each) => each !== id);
    return withFiles(all, accountId, rest.length > 0 ? rest : undefined);
  }, draft.options);
  return { ...draft, media: draft.media.filter((each) => each !== id), options };
}

/** For one account, or everywhere; with the words that single accounts have for it. */
export function withReplaced(
  draft: Draft,
  { id, by, accountId }: Extract<Act, { type: "replaceMedia" }>,
): Draft {
  const swap = (ids: readonly string[]) => [...new Set(ids.map((each) => (each === id ? by : each)))];
  const accounts = accountId === null ? Object.keys(draft.options) : [accountId];
  const options = accounts.reduce((all, each) => {
    const chosen = mediaOf(draft, each) ?? (accountId === null ? null : draft.media);
    const own = chosen === null ? all : withFiles(all, each, swap(chosen));
    const texts = Object.entries(altTextsOf(own, each));
    const moved = texts.map(([name, text]) => [name === id ? by : name, text] as const);
    // One text for all files stays what it is.
    return texts.length === 0 ? own : withAltTexts(own, each, moved);
  }, draft.options);
  return { ...draft, media: accountId === null ? swap(draft.media) : draft.media, options };
}

const withFiles = (options: Draft["options"], accountId: string, value: readonly string[] | undefined) =>
  withOption(options, { type: "option", accountId, name: "media", value });
