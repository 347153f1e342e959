// A value that JSON can write, and how much text is in one.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** UTF-16 units of all texts and names in a value that JSON can write: about the work that reading or writing it is. */
export function unitsIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + unitsIn(part), 0);
}
