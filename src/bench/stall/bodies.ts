// Makes request bodies that are hard to read or check, from a JSON Schema.
import { fill, hostileText } from "./texts.ts";

/** The parts of a JSON Schema that matter here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly example?: unknown;
}

type Schemas = Readonly<Record<string, Schema>>;

const DEPTH = 6;
const MOST_TEXT = 200_000;
/** More than most routes accept; the longest bodies are among the worst inputs. */
const MOST_BYTES = 2_000_000;

/** A value of the schema's own type, with hostile contents. */
export function valueFor(schema: Schema, schemas: Schemas, random: () => number, depth = 0): unknown {
  const known = resolved(schema, schemas);
  const choices: readonly Schema[] | undefined =
    known.anyOf ?? known.oneOf ?? known.enum?.map((each) => ({ const: each }));
  if (choices) return valueFor(pick(choices, random) ?? {}, schemas, random, depth);
  if (known.const !== undefined) return random() < 0.95 ? known.const : hostileText(random, 1000);
  const type = typeof known.type === "string" ? known.type : pick(known.type ?? ["object", "string"], random);
  if (type === "object" && depth < DEPTH) return objectFor(known, schemas, random, depth);
  if (type === "array" && depth < DEPTH) return arrayFor(known, schemas, random, depth);
  if (type === "integer" || type === "number") return pick([0, 1, -1, 1.5, 1e308, 100, 512], random);
  if (type === "boolean") return random() < 0.5;
  return hostileText(random, Math.min(MOST_TEXT, (known.maxLength ?? 2000) * (random() < 0.8 ? 1 : 3)));
}

function objectFor(schema: Schema, schemas: Schemas, random: () => number, depth: number): object {
  const required = new Set(schema.required);
  const chosen = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || random() < 0.5,
  );
  const own = chosen.map(([name, each]) => [name, valueFor(each, schemas, random, depth + 1)] as const);
  if (!mapOf(schema) && random() < 0.9) return Object.fromEntries(own);
  const value = valueFor(mapOf(schema) ?? {}, schemas, random, depth + 1);
  const extra = Array.from({ length: fitting([value], manyOrFew(random, 20_000)) }, (_, n) => [
    random() < 0.9 ? `k${n}` : hostileText(random, 200),
    value,
  ]);
  return Object.fromEntries([...own, ...extra]);
}

function mapOf({ additionalProperties }: Schema): Schema | null {
  return typeof additionalProperties === "object" ? additionalProperties : null;
}

function arrayFor({ items = {} }: Schema, schemas: Schemas, random: () => number, depth: number): unknown[] {
  // All are like one of a few: making each anew would take the bench longer than the server.
  const few = Array.from({ length: 3 }, () => valueFor(items, schemas, random, depth + 1));
  return Array.from({ length: fitting(few, manyOrFew(random, 50_000)) }, (_, n) => few[n % few.length]);
}

/** How many of `wanted` members like these a body has room for. */
function fitting(members: readonly unknown[], count: number): number {
  const size = (JSON.stringify(members) ?? "").length / members.length;
  return Math.min(count, Math.ceil(MOST_BYTES / Math.max(1, size)));
}

function manyOrFew(random: () => number, most: number): number {
  return random() < 0.7 ? Math.floor(random() * 5) : Math.floor(most ** random());
}

/** Texts that are no JSON, or JSON that is expensive. */
export const RAW: readonly ((random: () => number) => string)[] = [
  (random) => fill("[", 1 + random() * 1_000_000),
  (random) => fill('{"a":', 1 + random() * 1_000_000),
  (random) => `{${fill('"a":1,', random() * 900_000)}"a":1}`,
  (random) => `{"caption":"${fill("\\u0061", random() * 900_000)}"}`,
  (random) => `[${fill("1e9,", random() * 900_000)}1]`,
  (random) => `{"caption":${fill("9", random() * 900_000)}}`,
  (random) => `{"__proto__":${fill('{"__proto__":', random() * 10_000)}1${fill("}", 0)}`,
  (random) => fill(" ", random() * 1_000_000),
  (random) => `{${Array.from({ length: random() * 60_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  (random) =>
    JSON.stringify({
      options: Object.fromEntries(Array.from({ length: random() * 50_000 }, (_, n) => [`k${n}`, {}])),
    }),
];

/** A copy of a sound body in which some of the values are hostile. */
export function spoil(sound: unknown, schema: Schema, schemas: Schemas, random: () => number): unknown {
  const known = resolved(schema, schemas);
  if (typeof sound !== "object" || sound === null || Array.isArray(sound)) return sound;
  const entries = Object.entries(sound).map(([name, value]) => {
    const own = known.properties?.[name] ?? {};
    return [name, random() < 0.4 ? valueFor(own, schemas, random, 1) : value] as const;
  });
  return Object.fromEntries(entries);
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

export function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)];
}
