// Converts TypeBox schemas for MCP clients: plain JSON Schema in its shortest form.
import type { TSchema } from "@sinclair/typebox";
import { fromJsonSchema, type JsonSchemaType } from "@modelcontextprotocol/server";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

/** For the tool list. Checking is done where the tool is called: there the faults get their pointers. */
export function toolSchema(schema: TSchema) {
  // Its private parts are symbols: JSON has none.
  const plain = portable(JSON.parse(JSON.stringify(schema)) as Schema);
  return fromJsonSchema(plain as JsonSchemaType, {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  });
}

function portable(schema: Schema): Schema {
  const { properties, patternProperties, items, anyOf, ...rest } = withoutPattern(schema);
  const values = patternProperties && Object.values(patternProperties)[0];
  return {
    ...rest,
    ...(properties && { properties: mapParts(properties) }),
    ...(values && { additionalProperties: orAnything(portable(values)) }),
    ...(items && { items: portable(items) }),
    ...(anyOf && eitherOf(anyOf.map(portable))),
  };
}

/** `format` says it too, in a tenth of the characters. */
function withoutPattern(schema: Schema): Schema {
  if (schema["format"] !== "uuid") return schema;
  const { pattern: _, description, ...rest } = schema;
  return description === "a uuid" ? rest : { ...rest, description };
}

/** A schema that asks for nothing is easily taken for a mistake. */
function orAnything(schema: Schema): Schema | true {
  return Object.keys(schema).length === 0 ? true : schema;
}

function mapParts(parts: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, portable(part)]));
}

/** A choice of words as an enum, and of plain types as a list of them. */
function eitherOf(parts: readonly Schema[]): Schema {
  const words = parts.map(({ const: word }) => word);
  if (words.every((word) => typeof word === "string")) return { type: "string", enum: words };
  const types = parts.flatMap(({ type, ...more }) =>
    typeof type === "string" && Object.keys(more).length === 0 ? [type] : [],
  );
  return types.length === parts.length ? { type: types } : { anyOf: parts };
}
