// Renders a schema as a table of its fields, with links to named objects.
import type { Schema } from "../openapi/schema.ts";
import type { Document } from "../openapi/shape.ts";
import { markup, inline, type Html } from "./html.ts";

interface Row {
  readonly name: string;
  readonly note?: string;
  readonly schema: Schema;
}

/** The fields of an object, or what else it is. */
export function fieldsOf(schema: Schema, document: Document): Html {
  if (schema.$ref !== undefined && document.components.schemas[nameOf(schema.$ref)])
    return markup`<p class="note">${kind(schema)}</p>`;
  const fields = flat(schema, "");
  return fields.length > 0 ? rows(fields) : markup`<p class="note">${kind(schema)}</p>`;
}

export function rows(fields: readonly Row[]): Html {
  return markup`<dl class="fields">
    ${fields.map(
      ({ name, note, schema }) =>
        markup`<div>
          <dt>${name}${note !== undefined && markup`<small>${note}</small>`}</dt>
          <dd>${words(schema)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Objects inside objects become dotted names: one table reads better than boxes in boxes. */
export function flat(schema: Schema, prefix: string): Row[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, part]) => {
    const name = prefix + key;
    const row: Row = { name, schema: part, ...(!required.includes(key) && { note: "optional" }) };
    const nested = objectIn(part);
    return [row, ...(nested ? flat(nested.schema, `${name}${nested.mark}.`) : [])];
  });
}

/** The unnamed object that a field holds, perhaps in a list or beside null. */
function objectIn(schema: Schema): { schema: Schema; mark: string } | null {
  if (schema.properties) return { schema, mark: "" };
  if (schema.items?.properties) return { schema: schema.items, mark: "[]" };
  const inside = schema.anyOf?.find(({ properties }) => properties);
  return inside ? { schema: inside, mark: "" } : null;
}

function words(schema: Schema): Html {
  const limits = limitsOf(schema);
  // Of an id there is nothing more to say.
  const description = schema["format"] === "uuid" ? undefined : schema.description;
  return markup`<span class="kind">${kind(schema)}${limits && `, ${limits}`}</span>${
    description !== undefined && markup` ${inline(description)}`
  }`;
}

export function kind(schema: Schema): Html {
  const { $ref, type, anyOf, items, additionalProperties } = schema;
  const choice = schema.enum;
  if ($ref !== undefined) return markup`<a href="#schema-${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (schema.const !== undefined) return markup`<code>${wordOf(schema.const)}</code>`;
  if (choice && choice.length > 12) return markup`text, one of ${choice.length} words`;
  if (choice)
    return join(
      choice.map((word) => markup`<code>${String(word)}</code>`),
      " | ",
    );
  if (anyOf) return join(anyOf.map(kind), anyOf.every((part) => part.const !== undefined) ? " | " : " or ");
  if (items) return markup`list of ${kind(items)}`;
  if (typeof additionalProperties === "object") {
    // Of the objects in the API, only `options` of a post holds others by account or network.
    if (typeof additionalProperties.additionalProperties === "object")
      return markup`object by account or network, see <a href="#post-options">Options of a post</a>`;
    return markup`map to ${kind(additionalProperties)}`;
  }
  const types = typeof type === "string" ? [type] : (type ?? ["anything"]);
  return join(
    types.map(
      (each) => markup`${(each === "string" && FORMATS[String(schema["format"])]) || (NAMES[each] ?? each)}`,
    ),
    " or ",
  );
}

const wordOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const FORMATS: Readonly<Record<string, string>> = { "date-time": "time", uuid: "UUID" };
const NAMES: Readonly<Record<string, string>> = { string: "text", integer: "whole number" };

function join(parts: readonly Html[], between: string): Html {
  return markup`${parts.map((part, i) => [i > 0 && between, part])}`;
}

export function limitsOf({
  minLength,
  maxLength,
  minItems,
  maxItems,
  uniqueItems,
  minimum,
  maximum,
}: Schema): string {
  const range = (from: unknown, to: unknown, one: string, many: string) => {
    const [least, most] = [from, to].map((limit) => (typeof limit === "number" ? amount(limit) : ""));
    if (least === "" && most === "") return [];
    const unit = (most === "" ? least : most) === "1" ? one : many;
    if (most === "") return [`at least ${least}${unit}`];
    return [`${least === "" ? "up to" : `${least} to`} ${most}${unit}`];
  };
  return [
    ...range(minLength, maxLength, " character", " characters"),
    ...range(minItems, maxItems, " entry", " entries"),
    ...range(minimum, maximum, "", ""),
    ...(uniqueItems === true ? ["no two alike"] : []),
  ].join(", ");
}

const amount = (limit: number) => limit.toLocaleString("en");
const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
