// Texts and free values in the API's schemas. Lengths count characters (Unicode code points), as JSON Schema does;
// TypeBox's own strings count UTF-16 units, so that an emoji would be two.
import { Kind, Type, TypeRegistry, type TUnsafe } from "@sinclair/typebox";

const TEXT = "Text";
const VALUE = "FreeValue";

export interface TextBounds {
  readonly minLength?: number;
  readonly maxLength: number;
  /** ECMA-262, read with the flag `u`. */
  readonly pattern?: string;
  readonly description?: string;
  readonly contentEncoding?: string;
}

TypeRegistry.Set<TextBounds>(TEXT, (bounds, value) => typeof value === "string" && fits(value, bounds));

/** A text with limits in characters. */
export const text = (bounds: TextBounds): TUnsafe<string> =>
  Type.Unsafe<string>({ [Kind]: TEXT, type: "string", ...bounds });

const CHECKED_LATER = "CheckedLater";
TypeRegistry.Set(CHECKED_LATER, () => true);

/** A text whose bounds are in the document, but are checked where it is used: there its error has a code of its own. */
export const textCheckedLater = (bounds: TextBounds): TUnsafe<string> =>
  Type.Unsafe<string>({ [Kind]: CHECKED_LATER, type: "string", ...bounds });

/** How many characters (code points) a text has. By its units, which takes a tenth of the time that its iterator does. */
export function characters(value: string): number {
  let count = value.length;
  for (let at = 1; at < value.length; at++) {
    if (
      !isBetween(value.charCodeAt(at), 0xdc00, 0xdfff) ||
      !isBetween(value.charCodeAt(at - 1), 0xd800, 0xdbff)
    )
      continue;
    count -= 1;
    at += 1;
  }
  return count;
}

const isBetween = (unit: number, least: number, most: number) => unit >= least && unit <= most;

function fits(value: string, { minLength = 0, maxLength, pattern }: TextBounds): boolean {
  return (
    within(value, minLength, maxLength) && (pattern === undefined || new RegExp(pattern, "u").test(value))
  );
}

/** A character has one or two units: most lengths need no counting. */
function within(value: string, least: number, most: number): boolean {
  if (value.length < least || value.length > 2 * most) return false;
  if (value.length <= most && value.length >= 2 * least) return true;
  const count = characters(value);
  return count >= least && count <= most;
}

/** What a free value may hold at most, at any depth. */
export const VALUE_BOUNDS = { items: 1000, properties: 50 } as const;

TypeRegistry.Set(VALUE, (_, value) => isBounded(value));

/** Any JSON whose lists and objects are of a size that can be looked through. */
export const freeValue = Type.Unsafe<unknown>({ [Kind]: VALUE });

function isBounded(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.length <= VALUE_BOUNDS.items && value.every(isBounded);
  const parts = Object.values(value);
  return parts.length <= VALUE_BOUNDS.properties && parts.every(isBounded);
}
