// The options of an account as its server describes them: a JSON Schema, with what a form needs as `x-…`.

export type Plain = string | number | boolean;
export type Values = Readonly<Record<string, unknown>>;
export type MediaKind = "none" | "image" | "images" | "video" | "mixed";

export interface Condition {
  readonly option?: string;
  readonly is?: readonly unknown[];
  readonly not?: readonly unknown[];
  readonly given?: true;
  readonly media?: readonly MediaKind[];
}

interface When {
  readonly shown?: readonly Condition[];
  readonly required?: readonly Condition[];
  readonly choices?: Readonly<Record<string, readonly Condition[]>>;
}

/** Where the account's own choices are among the live values. */
interface ValuesAt {
  readonly pointer: string;
  readonly id?: string;
  readonly label?: string;
  readonly within?: { readonly option: string; readonly field: string };
}

interface Group {
  readonly title: string;
  readonly description: string;
  readonly options: readonly string[];
  readonly needsOne: boolean;
}

interface Consent {
  readonly text: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly when?: readonly Condition[];
}

export interface OptionSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly "x-widget"?: string;
  readonly "x-values"?: ValuesAt;
  readonly "x-when"?: When;
  readonly "x-unit"?: "ms" | "s";
  readonly "x-preset"?: string;
  readonly "x-locked"?: string;
  readonly "x-order"?: readonly string[];
  readonly "x-groups"?: readonly Group[];
  readonly "x-consent"?: readonly Consent[];
  readonly "x-notice"?: string;
}

/** What a form is drawn for. */
export interface Around {
  readonly schema: OptionSchema;
  /** What the network says of the account. */
  readonly values: Values;
  readonly chosen: Values;
  /** Of the files that the account gets. */
  readonly kinds: readonly ("image" | "video")[];
}

export interface Choice {
  readonly value: Plain;
  readonly name: string;
  /** Not together with what else is chosen. */
  readonly isBarred: boolean;
}

/** Chosen beside the text and the files. */
const ELSEWHERE: readonly string[] = ["media", "alt_text", "thread", "first_comment"];

/** The options that are drawn, in order, with those left out that don't hold for the post. */
export function shownOptions(around: Around): readonly (readonly [string, OptionSchema])[] {
  const { properties = {}, "x-order": order = [] } = around.schema;
  const names = [...new Set([...order, ...Object.keys(properties)])];
  return names.flatMap((name) => {
    const option = properties[name];
    if (option === undefined || ELSEWHERE.includes(name)) return [];
    const titled = { ...option, title: option.title ?? titleOf(name) };
    return holdAll(option["x-when"]?.shown, around) ? [[name, titled] as const] : [];
  });
}

/** For an option that its network gives no title: `reply_to` becomes `Reply to`. */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Options that have a value and are not shown: they are left out of the post. */
export function leftOver(around: Around): readonly string[] {
  const shown = shownOptions(around).map(([name]) => name);
  const known = Object.keys(around.schema.properties ?? {});
  return Object.keys(around.chosen).filter(
    (name) => known.includes(name) && !shown.includes(name) && !ELSEWHERE.includes(name),
  );
}

export function isRequired(name: string, option: OptionSchema, around: Around): boolean {
  const when = option["x-when"]?.required;
  return when === undefined ? (around.schema.required ?? []).includes(name) : holdAll(when, around);
}

export const holdAll = (conditions: readonly Condition[] | undefined, around: Around): boolean =>
  (conditions ?? []).every((condition) => holds(condition, around));

function holds({ option, is, not, given, media }: Condition, { chosen, kinds, schema }: Around): boolean {
  if (media !== undefined) return media.includes(kindOf(kinds));
  if (option === undefined) return true;
  const value = chosen[option] ?? schema.properties?.[option]?.default;
  if (given) return value !== undefined && value !== "";
  return is === undefined ? !(not ?? []).includes(value) : is.includes(value);
}

function kindOf(kinds: Around["kinds"]): MediaKind {
  if (kinds.length === 0) return "none";
  if (kinds.length === 1) return kinds[0] ?? "none";
  return kinds.includes("video") ? "mixed" : "images";
}

/** What can be chosen; null for an option that is no choice. */
export function choicesOf(option: OptionSchema, around: Around): readonly Choice[] | null {
  const fixed = fixedChoices(option.anyOf ?? option.items?.anyOf);
  const live = option["x-values"] === undefined ? null : liveChoices(option["x-values"], around);
  const found = live === null ? fixed : withNames(live, fixed);
  if (found === null) return null;
  const bars = option["x-when"]?.choices ?? {};
  return found.map(({ value, name }) => ({
    value,
    name,
    isBarred: !holdAll(bars[String(value)], around),
  }));
}

type Named = Pick<Choice, "value" | "name">;

function fixedChoices(list: readonly OptionSchema[] | undefined): readonly Named[] | null {
  const found = list?.flatMap(({ const: value, title }) =>
    isPlain(value) ? [{ value, name: title ?? String(value) }] : [],
  );
  return found !== undefined && found.length === list?.length ? found : null;
}

/** Values of the account that have names of their own in the schema. */
function withNames(live: readonly Named[], fixed: readonly Named[] | null): readonly Named[] {
  return live.map((each) => fixed?.find(({ value }) => value === each.value) ?? each);
}

/** Null where the network did not say. */
function liveChoices({ pointer, id, label, within }: ValuesAt, { values, chosen, schema }: Around) {
  const list = at(values, pointer);
  if (!Array.isArray(list)) return null;
  const entries: readonly unknown[] = within === undefined ? list : inside(list, within, chosen, schema);
  return entries.flatMap((entry): Named[] => {
    if (isPlain(entry)) return [{ value: entry, name: String(entry) }];
    const [value, name] = [fieldOf(entry, id ?? "id"), fieldOf(entry, label ?? "name")];
    return isPlain(value) ? [{ value, name: isPlain(name) ? String(name) : String(value) }] : [];
  });
}

/** The list in the entry that another option has chosen. */
function inside(
  list: readonly unknown[],
  { option, field }: NonNullable<ValuesAt["within"]>,
  chosen: Values,
  { properties }: OptionSchema,
): readonly unknown[] {
  const id = properties?.[option]?.["x-values"]?.id ?? "id";
  const entry = list.find((each) => fieldOf(each, id) === chosen[option]);
  const found = fieldOf(entry, field);
  return Array.isArray(found) ? found : [];
}

const isPlain = (value: unknown): value is Plain => ["string", "number", "boolean"].includes(typeof value);

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined;

/** What a JSON pointer points to. */
export function at(value: unknown, pointer: string): unknown {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((each, part) => fieldOf(each, part), value);
}

/** The sentence that has to stand beside the form; the first one whose conditions hold. */
export const consentOf = (around: Around): Consent | null =>
  around.schema["x-consent"]?.find(({ when }) => holdAll(when, around)) ?? null;
