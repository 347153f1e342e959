// Makes the JSON Schemas of descriptions strict: an unknown member is a fault, as a misspelt one would be.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Schema = Readonly<Record<string, unknown>>;

export interface Schemas {
  /** What is wrong with a value; empty when nothing is. @param schema may refer to the document by `#/…` */
  faults(schema: Schema, value: unknown): string[];
}

const ROOT = "https://specs.invalid/document";

/** @param coerce texts stand for numbers and truths, as in an address or a form */
export function openSchemas(document: unknown, { coerce }: { readonly coerce: boolean }): Schemas {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    coerceTypes: coerce ? "array" : false,
    logger: false,
  });
  ajv.addSchema(plain(document) as Schema, ROOT);
  const compiled = new Map<string, ValidateFunction>();
  return {
    faults(schema, value) {
      const key = JSON.stringify(schema);
      const validate =
        compiled.get(key) ?? ajv.compile({ allOf: [absolute(plain(schema))], unevaluatedProperties: false });
      compiled.set(key, validate);
      if (validate({ value: structuredClone(value) }.value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message = "", params }) =>
        `${instancePath || "body"} ${message} ${JSON.stringify(params)}`.slice(0, 300),
      );
    },
  };
}

/**
 * What differs between dialects, made equal: OpenAPI 3.0 says `exclusiveMinimum: true`, and alternatives in descriptions
 * that were not written for validators overlap, so one of them or more has to fit.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (/^exclusiveM(in|ax)imum$/.test(name) && typeof member === "boolean") return [];
    if (name === "discriminator")
      return "oneOf" in value || "anyOf" in value ? [] : Object.entries(byName(member));
    return [[name === "oneOf" ? "anyOf" : name, plain(member)]];
  });
  return Object.fromEntries(members) as unknown;
}

/** Kinds that are only told apart by a member: `{"propertyName": "kind", "mapping": {"photo": "#/…"}}`. */
function byName(discriminator: unknown): object {
  const { propertyName = "", mapping = {} } = discriminator as Discriminator;
  return Object.entries(mapping).reduceRight<object>(
    (others, [kind, $ref]) => ({
      if: { properties: { [propertyName]: { const: kind } } },
      // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's word; nobody awaits a schema
      then: { $ref },
      else: others,
    }),
    {},
  );
}
interface Discriminator {
  readonly propertyName?: string;
  readonly mapping?: Readonly<Record<string, string>>;
}

function absolute(schema: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`);
  return JSON.parse(text) as unknown;
}
