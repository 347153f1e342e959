// Generates bodies from the API's schemas: one text in one place, or random values everywhere.
import fc, { type Arbitrary } from "fast-check";

/** The part of JSON Schema that request bodies use. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Place {
  readonly at: string;
  with(text: string): unknown;
}

/** Every place of a body that takes a text, as a function from the text to a body that is good otherwise. */
export function placesForText(schema: Schema, known: Readonly<Record<string, unknown>>): Place[] {
  return inside(schema, "", known);
}

function inside(schema: Schema, at: string, known: Readonly<Record<string, unknown>>): Place[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => inside(each, at, known));
  if (schema.type === "string") return [{ at, with: (text) => text }];
  if (schema.type === "array" && schema.items)
    return inside(schema.items, `${at}/0`, known).map((place) => ({
      ...place,
      with: (text) => [place.with(text)],
    }));
  const [free] = Object.values(schema.patternProperties ?? {});
  if (free) {
    const keyed: Place = { at: `${at}/{key}`, with: (text) => ({ [text]: sample(free) }) };
    const valued = inside(free, `${at}/bluesky`, known).map((place) => ({
      ...place,
      with: (text: string) => ({ bluesky: place.with(text) }),
    }));
    return [keyed, ...valued];
  }
  if (schema.properties) {
    const all = Object.entries(schema.properties);
    const needed = Object.fromEntries(
      all
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, each]) => [name, known[name] ?? sample(each)]),
    );
    return all.flatMap(([name, each]) =>
      inside(each, `${at}/${name}`, known).map((place) => ({
        ...place,
        with: (text: string) => ({ ...needed, [name]: place.with(text) }),
      })),
    );
  }
  // Anything at all, such as an option that only the network knows.
  return schema.type === undefined && schema.const === undefined ? [{ at, with: (text) => text }] : [];
}

function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return [];
  if (schema.type === "object") return {};
  return "x";
}

const noise = fc.jsonValue({ maxDepth: 3 });
const words = fc.constantFrom(
  "bluesky",
  "@ok",
  "pins:ok",
  "all",
  "draft",
  "now",
  "2027-01-31T09:00:00+01:00",
  "mark_published",
  "https://a.example/1",
  "board",
  "x",
);

/** Mostly what the schema allows; here and there something else, and sometimes a property too many. */
export function anyBody(schema: Schema, hints: Hints = {}): Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: fitting(schema, hints) }, { weight: 1, arbitrary: noise });
}

/** What makes sense in a property of this name, so that requests get past the first door. */
export type Hints = Readonly<Record<string, Arbitrary<unknown>>>;

function fitting(schema: Schema, hints: Hints): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => anyBody(each)));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "string") return anyText(schema);
  if (schema.type === "array" && schema.items) return fc.array(anyBody(schema.items), { maxLength: 5 });
  const [free] = Object.values(schema.patternProperties ?? {});
  if (free)
    return fc.dictionary(fc.oneof(words, fc.string({ unit: "binary" })), anyBody(free), { maxKeys: 3 });
  if (schema.properties) return anyObject(schema, hints);
  return noise;
}

function anyText({ pattern, maxLength = 100 }: Schema): Arbitrary<string> {
  const text = fc.oneof(
    words,
    fc.string({ unit: "binary", maxLength: Math.min(maxLength + 1, 600) }),
    fc.string({ unit: "grapheme", maxLength: 50 }),
  );
  return pattern?.includes("{12}")
    ? fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: text })
    : text;
}

function anyObject({ properties = {}, required = [] }: Schema, hints: Hints): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => {
      const hint = hints[name];
      const any = anyBody(each);
      return [name, hint ? fc.oneof({ weight: 9, arbitrary: hint }, { weight: 1, arbitrary: any }) : any];
    }),
  );
  const kept = Object.keys(fields).filter((name) => required.includes(name));
  const good = fc.record(fields, { requiredKeys: kept });
  const odd = fc
    .tuple(good, fc.string(), noise)
    .map(([object, name, value]) => ({ ...object, [name]: value }));
  return fc.oneof(
    { weight: 20, arbitrary: good },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}
