// Table post_content: each text of a post, and the options for each name, once. The rows of posts and targets are written
// with every step of a delivery, and stay small however long the texts are.
import type { Json } from "../../domain/json.ts";
import type { Post, PostTexts } from "../../domain/post.ts";
import { byPosition, type Position } from "./position.ts";

export interface ContentRow extends Position {
  readonly kind: "text" | "options";
  /** The name of an override or of options; empty for the caption. */
  readonly key: string;
  /** A text, or options as JSON. */
  readonly value: string;
}

export type ContentOfPostRow = ContentRow & { readonly postId: string };

/** The id of the post follows. */
export const CONTENT_OF_POST = `SELECT post_id AS "postId", kind, key, position, value FROM post_content WHERE post_id`;

/** @param id of the post */
export const captionOf = (id: "post.id" | "found.id"): string =>
  `(SELECT value FROM post_content WHERE post_id = ${id} AND kind = 'text' AND key = '')`;

/** Of a row of target. */
export const TEXT_OF_TARGET = `(SELECT value FROM post_content
    WHERE post_id = target.post_id AND kind = 'text' AND key = coalesce(target.override_key, ''))`;
export const OPTIONS_OF_TARGET = `CASE WHEN target.options_key IS NULL THEN '{}' ELSE (SELECT value FROM post_content
    WHERE post_id = target.post_id AND kind = 'options' AND key = target.options_key) END`;

/** What the content of a row of post takes, bytes. */
export const CONTENT_BYTES =
  "(SELECT coalesce(sum(octet_length(value)), 0) FROM post_content WHERE post_id = post.id)";

/** Which rows each of the texts has. */
export const ROWS_OF: Readonly<Record<keyof PostTexts, string>> = {
  caption: "kind = 'text' AND key = ''",
  overrides: "kind = 'text' AND key <> ''",
  options: "kind = 'options'",
};

export const TEXT_FIELDS = ["caption", "overrides", "options"] as const satisfies (keyof PostTexts)[];

/** @param jsonOf makes JSON as the store can read it */
export function contentRows(
  { caption, overrides = {}, options = {} }: Partial<PostTexts>,
  jsonOf: (value: Json) => string,
): ContentRow[] {
  const texts = Object.entries(overrides).map(([key, value], n) => ({ key, value, position: n + 1 }));
  return [
    ...(caption === undefined ? [] : [{ kind: "text", key: "", position: 0, value: caption } as const]),
    ...texts.map((row) => ({ kind: "text", ...row }) as const),
    ...Object.entries(options).map(
      ([key, value], position) => ({ kind: "options", key, position, value: jsonOf(value) }) as const,
    ),
  ];
}

/** @throws Error when the caption is missing */
export function textsOf(rows: readonly ContentRow[]): PostTexts {
  const caption = rows.find(({ kind, key }) => kind === "text" && key === "");
  if (!caption) throw new Error("a post is stored without its caption");
  if (rows.length === 1) return { caption: caption.value, overrides: {}, options: {} };
  const sorted = rows.toSorted(byPosition);
  const overrides = sorted.filter((row) => row.kind === "text" && row !== caption);
  const options = sorted.filter(({ kind }) => kind === "options");
  return {
    caption: caption.value,
    overrides: Object.fromEntries(overrides.map(({ key, value }) => [key, value])),
    options: Object.fromEntries(options.map(({ key, value }) => [key, JSON.parse(value) as Json])),
  };
}

/** The texts of a post at one revision. */
export type KnownTexts = Pick<Post, keyof PostTexts | "revision">;

/** The texts of a post after a change of some of them, as SQLite has them. */
export const textsAfter = (before: PostTexts, change: Partial<PostTexts>): PostTexts => ({
  caption: change.caption === undefined ? before.caption : asStored(change.caption),
  overrides: change.overrides === undefined ? before.overrides : allAsStored(change.overrides),
  options: change.options ?? before.options,
});

/** SQLite has U+FFFD for half of a surrogate pair. */
export const asStored = (text: string): string => text.toWellFormed();

const allAsStored = (texts: PostTexts["overrides"]) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, asStored(text)]));

/** Which of its post's texts a target gets. */
export interface ContentKeys {
  readonly overrideKey: string | null;
  readonly optionsKey: string | null;
}

/** @throws Error when the post has no such text or options */
export function contentOfTarget(
  { caption, overrides, options }: PostTexts,
  { overrideKey, optionsKey }: ContentKeys,
): { readonly caption: string; readonly options: Json } {
  const text = overrideKey === null ? caption : overrides[overrideKey];
  const own = optionsKey === null ? {} : options[optionsKey];
  if (text === undefined || own === undefined)
    throw new Error("what a target gets is not among its post's texts");
  return { caption: text, options: own };
}
