// Describes what is wrong with a value: every limit with its number, every choice with its values.
import type { TSchema } from "@sinclair/typebox";
import { ValueErrorType, type ValueError } from "@sinclair/typebox/value";
import type { FieldError } from "../../errors.ts";
import { pointerTo } from "../../json-pointer.ts";
import { characters, VALUE_BOUNDS } from "../views/text.ts";

const MAX_FIELDS = 50;
const TOO_MANY: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.ArrayMaxItems,
  ValueErrorType.ObjectMaxProperties,
]);

/** One sentence for each place, the first ones only: `faults` is read no further. */
export function fieldsIn(faults: Iterable<ValueError>): FieldError[] {
  const fields = new Map<string, string>();
  for (const fault of each(faults)) {
    const pointer = shorten(fault.path);
    if (!fields.has(pointer)) fields.set(pointer, sentenceOf(fault));
    // Too many to be looked through one by one.
    if (fields.size === MAX_FIELDS || TOO_MANY.has(fault.type)) break;
  }
  return [...fields].map(([pointer, message]) => ({ pointer, message }));
}

/** A choice has one fault, which says nothing; what is wrong is in the branch that was meant. */
function* each(faults: Iterable<ValueError>): Generator<ValueError> {
  for (const fault of faults) {
    const branch = fault.type === ValueErrorType.Union ? branchOf(fault) : undefined;
    if (branch) yield* each(branch);
    else yield fault;
  }
}

/** The faults of the one branch whose type the value has. */
function branchOf({ schema, value, errors }: ValueError): Iterable<ValueError> | undefined {
  const fitting = branches(schema).flatMap((branch, index) =>
    branch["const"] === undefined && branch["type"] === typeOf(value) ? [errors[index]] : [],
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

const branches = ({ anyOf }: TSchema): readonly TSchema[] =>
  Array.isArray(anyOf) ? (anyOf as TSchema[]) : [];

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const shorten = (path: string) =>
  pointerTo(
    path
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
  );

function sentenceOf({ type, schema, value, message }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return "is required";
    case ValueErrorType.ObjectAdditionalProperties:
      return unknownField(schema);
    case ValueErrorType.ObjectMinProperties:
      return `must have at least ${count(schema["minProperties"], "field")}`;
    case ValueErrorType.ObjectMaxProperties:
      return `must have at most ${count(schema["maxProperties"], "field")}`;
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${count(schema["minItems"], "item")}`;
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${count(schema["maxItems"], "item")}; this has ${(value as unknown[]).length}`;
    case ValueErrorType.ArrayUniqueItems:
      return "must not have the same item twice";
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `must be at least ${String(schema["minimum"])}`;
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `must be at most ${String(schema["maximum"])}`;
    case ValueErrorType.Kind:
      return kindSentence(schema, value);
    default:
      return expectation(schema) ?? message;
  }
}

function kindSentence(schema: TSchema, value: unknown): string {
  if (schema["type"] !== "string") {
    return `must have at most ${VALUE_BOUNDS.items} items in each list and ${VALUE_BOUNDS.properties} fields in each object`;
  }
  const rule = `must be ${thing(schema)}`;
  return typeof value === "string" ? `${rule}; this has ${characters(value)}` : rule;
}

function unknownField({ properties }: TSchema): string {
  const known = Object.keys((properties as object | undefined) ?? {});
  return `is not a known field. ${known.length > 0 ? `Known fields: ${known.map(quote).join(", ")}` : "No fields are accepted"}`;
}

function expectation(schema: TSchema): string | null {
  const { pattern, description } = schema;
  // A pattern says nothing to a person; its description does.
  if (typeof pattern === "string" && typeof description === "string") return `must be ${description}`;
  const options = branches(schema);
  const things = (options.length > 0 ? options : [schema]).map(thing);
  return things.includes("") ? null : `must be ${either([...new Set(things)])}`;
}

/** What a schema asks for, such as "a text of 1 to 200 characters"; "" where that can't be said in short. */
function thing(schema: TSchema): string {
  const { const: word, type, minLength, maxLength, pattern, description } = schema;
  if (word !== undefined) return `\`${String(word)}\``;
  if (typeof pattern === "string" && typeof description === "string") return description;
  if (type === "string" && maxLength !== undefined)
    return `a text of ${String(minLength ?? 0)} to ${String(maxLength)} characters`;
  return TYPE_WORDS[String(type)] ?? "";
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  array: "an array",
  object: "an object",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  null: "null",
};

const quote = (word: string) => `\`${word}\``;
const either = (things: readonly string[]) =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} or ${things.at(-1)}`;
const count = (n: unknown, noun: string) => `${String(n)} ${noun}${n === 1 ? "" : "s"}`;
