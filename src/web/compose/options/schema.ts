// Reads the options of an account as fields of a form: what the server says about each, and the values that its network offers.

/** As far as forms need it; whatever else a schema says, the server checks. */
export interface OptionSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly "x-values"?: ValuesAt;
  readonly "x-widget"?: string;
  readonly "x-order"?: number | readonly string[];
  readonly "x-when"?: When;
  readonly "x-consent"?: Consent | readonly Consent[];
}

/** Where the live values have what can be chosen. */
export interface ValuesAt {
  /** A JSON pointer. */
  readonly pointer: string;
  /** The fields of each, where they are no plain texts. */
  readonly id?: string;
  readonly label?: string;
}

/** Other options, and the values that they must have. */
export type When = Readonly<Record<string, unknown>>;

export interface Consent {
  readonly text: string;
  readonly links?: readonly { readonly text: string; readonly href: string }[];
}

export interface Choice {
  readonly value: string | number | boolean;
  readonly name: string;
}

export type OptionField = {
  readonly name: string;
  readonly title: string;
  readonly about: string | null;
  readonly isRequired: boolean;
} & (
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  | { readonly kind: "switch"; readonly usual: boolean }
  | { readonly kind: "number"; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: "text"; readonly isLong: boolean; readonly maxLength: number | undefined }
  | { readonly kind: "list" }
);

/** Chosen beside the files. */
const ELSEWHERE: readonly string[] = ["media", "alt_text", "thread", "first_comment"];

/** The fields that are shown with these values, in order. */
export function fieldsOf(
  schema: OptionSchema,
  values: Readonly<Record<string, unknown>>,
  chosen: Readonly<Record<string, unknown>>,
): readonly OptionField[] {
  const required = requiredOf(schema);
  const order = schema["x-order"];
  const places = typeof order === "object" ? order : [];
  const rank = ([name, field]: readonly [string, OptionSchema]): number => {
    const own = field["x-order"];
    const place = typeof own === "number" ? own : places.indexOf(name);
    return place === -1 ? Number.MAX_SAFE_INTEGER : place;
  };
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !ELSEWHERE.includes(name) && isShown(field["x-when"], chosen))
    .toSorted(
      (a, b) => Number(required.includes(b[0])) - Number(required.includes(a[0])) || rank(a) - rank(b),
    )
    .flatMap(([name, field]) => fieldOf(name, field, { values, isRequired: required.includes(name) }) ?? []);
}

/** Always required, or in the first of several ways to post. */
function requiredOf({ required = [], anyOf = [] }: OptionSchema): readonly string[] {
  return [...required, ...(anyOf[0]?.required ?? [])];
}

function isShown(when: When | undefined, chosen: Readonly<Record<string, unknown>>): boolean {
  if (when === undefined) return true;
  return Object.entries(when).every(([name, value]) =>
    Array.isArray(value) ? value.includes(chosen[name]) : chosen[name] === value,
  );
}

interface Around {
  readonly values: Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
}

function fieldOf(name: string, schema: OptionSchema, { values, isRequired }: Around): OptionField | null {
  const { type, title = name, description: about = null } = schema;
  const base = { name, title, about, isRequired };
  const choices = schema["x-values"] ? liveChoices(schema["x-values"], values) : fixedChoices(schema);
  if (choices !== null && choices.length > 0) return { ...base, kind: "choice", choices };
  if (type === "boolean")
    // What has to be said is not said by leaving a box alone.
    return isRequired
      ? { ...base, kind: "choice", choices: YES_NO }
      : { ...base, kind: "switch", usual: schema.default === true };
  if (type === "integer" || type === "number")
    return { ...base, kind: "number", min: schema.minimum, max: schema.maximum };
  if (type === "string")
    return {
      ...base,
      kind: "text",
      isLong: schema["x-widget"] === "multiline",
      maxLength: schema.maxLength,
    };
  if (type === "array" && schema.items?.type === "string") return { ...base, kind: "list" };
  // What is more than a field is set through the API.
  return null;
}

const YES_NO: readonly Choice[] = [
  { value: true, name: "Yes" },
  { value: false, name: "No" },
];

function fixedChoices({ anyOf, enum: list }: OptionSchema): readonly Choice[] | null {
  const values =
    anyOf?.map((each) => ({ value: each.const, title: each.title })) ??
    list?.map((value) => ({ value, title: undefined }));
  const found = values?.flatMap(({ value, title }) =>
    isPlain(value) ? [{ value, name: title ?? worded(value) }] : [],
  );
  return found !== undefined && found.length === values?.length ? found : null;
}

const isPlain = (value: unknown): value is Choice["value"] =>
  ["string", "number", "boolean"].includes(typeof value);

/** Such as `Public to everyone` for PUBLIC_TO_EVERYONE. */
function worded(value: Choice["value"]): string {
  const text = String(value).replaceAll(/[_-]+/g, " ").toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Null where the network did not answer with them. */
function liveChoices(
  { pointer, id = "id", label = "name" }: ValuesAt,
  values: object,
): readonly Choice[] | null {
  const list = at(values, pointer);
  if (!Array.isArray(list)) return null;
  return list.flatMap((each: unknown): Choice[] => {
    if (isPlain(each)) return [{ value: each, name: worded(each) }];
    if (typeof each !== "object" || each === null) return [];
    const [value, name] = [Reflect.get(each, id) as unknown, Reflect.get(each, label) as unknown];
    return isPlain(value) ? [{ value, name: isPlain(name) ? String(name) : String(value) }] : [];
  });
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (each, part) => (typeof each === "object" && each !== null ? Reflect.get(each, part) : undefined),
      value,
    );
}

export const consentsOf = (schema: OptionSchema): readonly Consent[] => {
  const consent = schema["x-consent"];
  if (consent === undefined) return [];
  return "text" in consent ? [consent] : consent;
};
