// Brings together what two people wrote at the same time, field by field.
import { contentOf, stable, type Content } from "./draft.ts";

export type Field = keyof Content;

export type Merge =
  | { readonly kind: "merged"; readonly content: Content }
  /** @param fields that both changed, each in another way */
  | { readonly kind: "conflict"; readonly fields: readonly Field[] };

const FIELDS: readonly Field[] = ["caption", "accounts", "overrides", "options", "media"];

/**
 * A field that only one of the two changed is as that one left it.
 * @param base what both began with
 */
export function merge(base: Content, mine: Content, theirs: Content): Merge {
  const [before, here, there] = [contentOf(base), contentOf(mine), contentOf(theirs)];
  const differs = (field: Field, a: Content, b: Content) => stable(a[field]) !== stable(b[field]);
  const taken = FIELDS.filter((field) => differs(field, before, there));
  const fields = taken.filter((field) => differs(field, before, here) && differs(field, here, there));
  if (fields.length > 0) return { kind: "conflict", fields };
  return {
    kind: "merged",
    content: { ...mine, ...Object.fromEntries(taken.map((field) => [field, there[field]])) },
  };
}
