// The limits for a particular post: those of its network, its account, and its kind of post.
import type { Json, Network, PlannedPost, Words } from "../../networks/network.ts";
import { areValid, splitOptions } from "../../networks/options.ts";
import type { Post, Target } from "../../domain/post.ts";
import { withChanges, type Rules } from "../../domain/rules.ts";
import type { Media, UsableMedia } from "../../domain/media.ts";

/** What would go to one account. */
export interface Content {
  readonly text: string;
  readonly media: readonly UsableMedia[];
  /** As the caller gave them, checked or not. */
  readonly options: Json;
}

/**
 * The content with the files and alternative texts that its options choose (D47).
 * @param others files that only targets have
 */
export function chosenContent(content: Content, others: readonly Media[]): Content {
  const { media: ids, altTexts } = splitOptions(content.options);
  const all = [...content.media, ...others];
  const files = ids ? ids.flatMap((id) => all.find((file) => file.id === id) ?? []) : content.media;
  const media = files.map((file) => ({ ...file, altText: altTexts.get(file.id) ?? file.altText }));
  return { ...content, media };
}

/** The files that a target of a stored post has, in order. */
export function filesOfTarget(
  { media, targetMedia }: Pick<Post, "media" | "targetMedia">,
  { caption: text, options }: Pick<Target, "caption" | "options">,
): readonly Media[] {
  return chosenContent({ text, media, options }, targetMedia).media;
}

/** The files that only targets have. */
export function targetMediaIds(media: readonly string[], options: Readonly<Record<string, Json>>): string[] {
  const chosen = Object.values(options).flatMap((own) => splitOptions(own).media ?? []);
  return [...new Set(chosen)].filter((id) => !media.includes(id));
}

export interface Limits {
  /** The kind's word and title; null where the network's posts are all of one kind. */
  readonly kind: { readonly word: string; readonly title: string } | null;
  readonly rules: Rules;
}

/** @param rules of the account. Options that are wrong count as not given: they are a problem of their own. */
export function limitsOf(network: Network, rules: Rules, content: Content): Limits {
  const { kinds } = network;
  if (!kinds) return { kind: null, rules };
  const word = kinds.of(readablePostOf(network, content));
  const kind = kinds.all[word];
  if (!kind) throw new Error(`${network.id} has no kind of post ${word}`);
  return { kind: { word, title: kind.title }, rules: withChanges(rules, kind.rules) };
}

/** What the network will be sent of it in words; `prepare` gets the same. Wrong options count as not given. */
export function wordsOf(network: Network, content: Content): Words {
  return network.words(readablePostOf(network, content));
}

/** The link whose card the network is sent with the post; null without one. */
export function cardLinkOf(network: Network, content: Content): string | null {
  return network.cardLink?.(readablePostOf(network, content)) ?? null;
}

function readablePostOf(network: Network, content: Content): PlannedPost<never> {
  const fine = areValid(network.options, splitOptions(content.options).own);
  return plannedPostOf(fine ? content : { ...content, options: {} });
}

/** As a connector sees it. Its schema is the type of its options; the caller has checked them. */
export function plannedPostOf({ text, media, options }: Content): PlannedPost<never> {
  const files = media.map(({ id, kind, mime, width, height, durationMs, facts, altText }) => ({
    id,
    kind,
    mime,
    width,
    height,
    durationMs,
    animated: facts?.animated ?? null,
    altText,
  }));
  return { text, media: files, options: splitOptions(options).own as never };
}
