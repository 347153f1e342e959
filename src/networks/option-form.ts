// What a form needs beside the JSON Schema of a network's options: widgets, live values, order and conditions (`x-…`).
import {
  KindGuard,
  Type,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from "@sinclair/typebox";
import type { Json } from "./network.ts";

/** How an option is drawn. */
export type Widget =
  | "switch"
  /** Nothing is chosen at first. */
  | "yesNo"
  /** One of its choices, or of its `x-values`. */
  | "select"
  /** Several of its choices. */
  | "choices"
  /** Several short texts. */
  | "list"
  /** Several objects, one row each. */
  | "rows"
  | "text"
  | "multiline"
  | "number"
  | "url"
  /** Language codes such as `pt-BR`. */
  | "language"
  /** Country codes such as `DE`. */
  | "country"
  | "colour"
  /** One of the account's boards. */
  | "board"
  /** The number of a file of the post, from the schema's `minimum` (0 or 1) on. */
  | "mediaIndex"
  /** A moment of the post's video, in `x-unit`. */
  | "videoTime"
  /** Some of the post's files, in an order of their own. */
  | "files"
  /** A text for each file. */
  | "altTexts";

/** The files of a post: none, one image, several images, one video, or several files with a video among them. */
export const MEDIA_KINDS = ["none", "image", "images", "video", "mixed"] as const;

/** Holds for the post: the value of another option of the account, or the kind of its files. */
export type Condition =
  | { readonly option: string; readonly is: readonly Json[] }
  | { readonly option: string; readonly not: readonly Json[] }
  | { readonly option: string; readonly given: true }
  | { readonly media: readonly (typeof MEDIA_KINDS)[number][] };

export const WITH_MEDIA: Condition = { media: ["image", "images", "video", "mixed"] };
export const WITHOUT_MEDIA: Condition = { media: ["none"] };
export const WITH_VIDEO: Condition = { media: ["video", "mixed"] };

/** Every condition of a list has to hold. */
export interface When {
  /** Otherwise it is left out of the post. */
  readonly shown?: readonly Condition[];
  readonly required?: readonly Condition[];
  /** By value: otherwise it can't be chosen. */
  readonly choices?: Readonly<Record<string, readonly Condition[]>>;
}

/** Where the account's own choices are among the live `values`. */
export interface OptionValues {
  /** JSON Pointer to a list. */
  readonly pointer: string;
  /** The fields of an entry; without them, the entry is the value and its own name. */
  readonly id?: string;
  readonly label?: string;
  /** The list is this field of the entry that the other option has chosen. */
  readonly within?: { readonly option: string; readonly field: string };
  /** JSON Pointer, or with `within` a field: true when there are more than are listed. */
  readonly more?: string;
}

interface Hints {
  readonly widget?: Widget;
  readonly values?: OptionValues;
  readonly when?: When;
  /** Of a `videoTime`. */
  readonly unit?: "ms" | "s";
  /** JSON Pointer to what the account itself has set, which holds if the option is left out. */
  readonly preset?: string;
  /** JSON Pointer: where that is true, the account can't change the option from its default. */
  readonly locked?: string;
}

/** The hints as keywords of the option's schema. */
export const form = (hints: Hints): Readonly<Record<string, unknown>> => keywords(hints);

function keywords(hints: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(hints).map(([name, value]) => [`x-${name}`, value]));
}

/** A switch that belongs to no option: off at first, and while it is on it shows these. */
interface Group {
  readonly title: string;
  readonly description: string;
  readonly options: readonly string[];
  /** While it is on, one of them has to be true. */
  readonly needsOne: boolean;
}

/** A sentence that has to stand beside the form. `{0}` stands for the first link. */
interface Consent {
  readonly text: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly when?: readonly Condition[];
}

interface FormFacts {
  readonly groups?: readonly Group[];
  /** The first one whose conditions hold. */
  readonly consent?: readonly Consent[];
  /** What people should know once it is sent. */
  readonly notice?: string;
}

/**
 * The schema of a network's options. Nothing else is allowed in it; `x-order` is the order in which they are written here,
 * and every option gets a widget.
 * @param rules further keywords of the schema
 */
export function optionsSchema<P extends TProperties>(
  properties: P,
  facts: FormFacts = {},
  rules: Readonly<Record<string, unknown>> = {},
): TObject<P> {
  const drawn = withWidgets(properties);
  const order = { "x-order": Object.keys(properties) };
  return Type.Object(drawn, { ...rules, additionalProperties: false, ...order, ...keywords(facts) });
}

function withWidgets<P extends TProperties>(properties: P): P {
  const drawn = Object.entries(properties).map(([name, schema]) => [name, withWidget(schema)] as const);
  return Object.fromEntries(drawn) as P;
}

function withWidget(schema: TSchema): TSchema {
  const widget: unknown = schema["x-widget"] ?? widgetOf(schema);
  const items: unknown = schema["items"];
  if (!KindGuard.IsArray(schema) || !KindGuard.IsObject(items)) return { ...schema, "x-widget": widget };
  const rows = {
    ...items,
    properties: withWidgets(items.properties),
    "x-order": Object.keys(items.properties),
  };
  return { ...schema, items: rows, "x-widget": widget };
}

function widgetOf(schema: TSchema): Widget {
  if (KindGuard.IsBoolean(schema)) return "switch";
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) return "number";
  if (isChoice(schema) || "x-values" in schema) return "select";
  if (!KindGuard.IsArray(schema)) return "text";
  if (KindGuard.IsObject(schema.items)) return "rows";
  return isChoice(schema.items) ? "choices" : "list";
}

const isChoice = (schema: TSchema) => KindGuard.IsUnion(schema) || KindGuard.IsLiteral(schema);

/** One of several values. @param labels by value, what people read */
export function choice<V extends string>(
  labels: Readonly<Record<V, string>>,
  facts: Readonly<Record<string, unknown>> = {},
): TUnsafe<V> {
  const values = Object.entries<string>(labels).map(([value, title]) => Type.Literal(value, { title }));
  return Type.Unsafe<V>(Type.Union(values, facts));
}
