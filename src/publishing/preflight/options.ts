// Checks the options chosen for a network against its schema, with messages for people.
import type { TObject, TSchema } from "@sinclair/typebox";
import { Value, ValueErrorType, type ValueError } from "@sinclair/typebox/value";
import type { Json } from "../../networks/network.ts";
import { asCharacters } from "../../networks/options.ts";
import { shortName } from "../../json-pointer.ts";
import type { RuleProblem } from "./media.ts";

/**
 * One problem a field, where the first that is found counts: what is missing is also of the wrong type.
 * @param most how many are looked for; a request with a thousand wrong fields costs no more time
 */
export function choiceProblems(schema: TObject, options: Json, most: number): RuleProblem[] {
  const faults = new Map<string, ValueError>();
  for (const fault of Value.Errors(schema, asCharacters(options))) {
    if (!faults.has(fault.path)) faults.set(fault.path, fault);
    // Too many to be looked through one by one.
    if (faults.size === most || fault.type === ValueErrorType.ArrayMaxItems) break;
  }
  const listed = new Set<TSchema>();
  return [...faults.values()].map((fault) => ({
    rule: `options.${nameOf(fault)}`.replaceAll("/", ".").replace(/\.$/, ""),
    message: messageOf(fault, listed),
    limit: null,
    actual: null,
  }));
}

const nameOf = ({ path }: ValueError) => path.split("/").slice(1).map(shortName).join("/");

/** @param listed the objects whose names were said before */
function messageOf(fault: ValueError, listed: Set<TSchema>): string {
  const { type, schema, message } = fault;
  const name = nameOf(fault);
  const { title, description } = schema;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return [`\`${name}\`${title ? ` (${title})` : ""} is required.`, description ?? ""].join(" ").trim();
    case ValueErrorType.ObjectAdditionalProperties: {
      const names = listed.has(schema) ? "" : ` Available options: ${namesIn(schema).join(", ") || "none"}.`;
      listed.add(schema);
      return `Unknown option \`${name}\`.${names}`;
    }
    case ValueErrorType.Union: {
      const values = literalsOf(schema);
      if (values.length > 0) return `\`${name}\` must be one of ${values.join(", ")}.`;
      break;
    }
    default:
  }
  return sentence(`${name ? `\`${name}\`` : "The options"}: ${message}`);
}

/** Of the object that the unknown one stands in. */
function namesIn({ properties }: TSchema): string[] {
  return Object.keys(properties ?? {}).map(quote);
}

function literalsOf({ anyOf }: TSchema): string[] {
  const each: readonly TSchema[] = Array.isArray(anyOf) ? anyOf : [];
  return each.flatMap(({ const: value }) => (typeof value === "string" ? [quote(value)] : []));
}

const quote = (word: string) => `\`${word}\``;
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
