// Converts TypeBox schemas for the documents: JSON Schema 2020-12, each titled object once.
import { TypeGuard, type TSchema } from "@sinclair/typebox";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

/** `components.schemas` while a document is written. */
export type Named = Record<string, Schema>;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** @returns the schema without TypeBox's private parts; what has a title is put under `named` and referred to */
export function describeSchema(schema: TSchema, named: Named): Schema {
  return plain(JSON.parse(JSON.stringify(schema)) as Schema, named);
}

/** Whether a route's `response` is one schema and not a schema by status. */
export function isSchema(value: unknown): value is TSchema {
  return TypeGuard.IsSchema(value);
}

function plain(schema: Schema, named: Named): Schema {
  const { title, ...rest } = inner(schema, named);
  if (title === undefined) return rest;
  const known = named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(rest))
    throw new Error(`two schemas of the API are called ${title}`);
  named[title] = rest;
  return refTo(title);
}

function inner(schema: Schema, named: Named): Schema {
  const { properties, patternProperties, additionalProperties, items, anyOf, allOf, ...rest } = schema;
  const each = (list: readonly Schema[]) => list.map((part) => plain(part, named));
  const [anyKey, ...otherKeys] = Object.entries(patternProperties ?? {});
  return {
    ...rest,
    ...(properties && { properties: mapParts(properties, (part) => plain(part, named)) }),
    ...(typeof additionalProperties === "boolean" && { additionalProperties }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: plain(additionalProperties, named),
    }),
    // TypeBox writes a record as a pattern that every key fits; people and tools know the other way better.
    ...(anyKey?.[0] === "^(.*)$" &&
      otherKeys.length === 0 && { additionalProperties: plain(anyKey[1], named) }),
    ...(items && { items: plain(items, named) }),
    ...(anyOf && eitherOf(each(anyOf))),
    ...(allOf && { allOf: each(allOf) }),
  };
}

function mapParts(parts: Readonly<Record<string, Schema>>, change: (part: Schema) => Schema): Named {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
}

/** A choice, said in the shortest way: words as an enum, "or null" as a second type. */
function eitherOf(parts: readonly Schema[]): Schema {
  const words = parts.map(({ const: word }) => word);
  if (words.every((word) => typeof word === "string")) return { type: "string", enum: words };
  const [first, second] = parts;
  if (parts.length !== 2 || second?.type !== "null" || first === undefined) return { anyOf: parts };
  if (typeof first.type !== "string" || first.const !== undefined) return { anyOf: parts };
  const { type, enum: listed, ...rest } = first;
  return { ...rest, type: [type, "null"], ...(listed && { enum: [...listed, null] }) };
}
