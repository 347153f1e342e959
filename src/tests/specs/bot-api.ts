// Checks requests against Telegram's Bot API, whose methods and types come as lists of fields.
import { isObject, objectOf, textOf, arrayOf, type JsonObject } from "../../networks/client/json.ts";
import type { Json } from "../../networks/network.ts";
import { fieldsOf, FILE, type Description, type Sent } from "./description.ts";
import { openSchemas } from "./schemas.ts";

export function botApi(source: string, document: JsonObject): Description {
  const types = Object.entries(objectOf(document["types"])).map(([name, type]) => [
    name,
    typeSchema(objectOf(type)),
  ]);
  const methods = objectOf(document["methods"]);
  const schemas = openSchemas({ types: Object.fromEntries(types) as unknown }, { coerce: true });
  return {
    source,
    below: "",
    check(sent) {
      const name = /^\/bot[^/]+\/(\w+)$/.exec(sent.path)?.[1];
      if (name === undefined) return null;
      const method = methods[name];
      if (!isObject(method)) return { operation: name, faults: ["is not described"] };
      const fields = arrayOf(method["fields"]).map(objectOf);
      const { values, loose } = given(sent, fields);
      return { operation: name, faults: [...schemas.faults(membersSchema(fields), values), ...loose] };
    },
  };
}

/** Values by name, with JSON read where the field wants more than a word, and files that no value refers to. */
function given({ query, body }: Sent, fields: readonly JsonObject[]) {
  const json = body && "json" in body ? objectOf(body.json) : {};
  const all: Record<string, unknown> = { ...Object.fromEntries(query), ...json, ...fieldsOf(body) };
  const known = fields.map((field) => textOf(field["name"]));
  const words = Object.values(all).filter((value) => typeof value === "string");
  const attached = (name: string) => words.some((word) => word.includes(`attach://${name}`));
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(all)) {
    if (!known.includes(name) && value === FILE && attached(name)) continue;
    values[name] = isStructured(fields, name) && typeof value === "string" ? parsed(value) : value;
  }
  const missing = words.flatMap((word) =>
    [...word.matchAll(/attach:\/\/([\w-]+)/g)].map(([, name = ""]) => name),
  );
  const loose = missing
    .filter((name) => all[name] !== FILE)
    .map((name) => `refers to a file ${name} that is not there`);
  return { values, loose };
}

const WORDS = ["String", "Integer", "Float", "Boolean", "True", "InputFile"];

function isStructured(fields: readonly JsonObject[], name: string): boolean {
  const field = fields.find((each) => each["name"] === name);
  return field !== undefined && !wordsIn(field["types"]).some((type) => WORDS.includes(type));
}

function wordsIn(list: Json | undefined): string[] {
  return arrayOf(list).flatMap((word) => textOf(word) ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

// ---- schemas

function typeSchema(type: JsonObject): JsonObject {
  const below = wordsIn(type["subtypes"]).map(reference);
  return below.length > 0
    ? { anyOf: below }
    : { ...membersSchema(arrayOf(type["fields"]).map(objectOf)), additionalProperties: false };
}

function membersSchema(fields: readonly JsonObject[]): JsonObject {
  const properties = fields.map((field) => {
    const types = wordsIn(field["types"]).map(reference);
    return [textOf(field["name"]) ?? "", types.length === 1 ? (types[0] ?? {}) : { anyOf: types }];
  });
  const required: Json = fields
    .filter((field) => field["required"] === true)
    .map((field) => field["name"] ?? null);
  return { type: "object", properties: Object.fromEntries(properties) as JsonObject, required };
}

function reference(type: string): JsonObject {
  const items = /^Array of (.+)$/.exec(type)?.[1];
  if (items !== undefined) return { type: "array", items: reference(items) };
  switch (type) {
    case "String":
      return { type: "string" };
    case "Integer":
      return { type: "integer" };
    case "Float":
      return { type: "number" };
    case "Boolean":
    case "True":
      return { type: "boolean" };
    case "InputFile":
      return { type: "object", properties: { file: { const: true } }, required: ["file"] };
    default:
      return { $ref: `#/types/${type}` };
  }
}
