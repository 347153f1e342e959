// What somebody chose for a network against what can be chosen there, in words for people.
import type { TObject, TSchema } from "@sinclair/typebox";
import { Value, ValueErrorType, type ValueError } from "@sinclair/typebox/value";
import type { Json } from "../networks/network.ts";
import { asCounted } from "../networks/options.ts";
import type { RuleProblem } from "./fit.ts";

/** One problem a field: what is missing is also of the wrong type, and the first that is found counts. */
export function choiceProblems(schema: TObject, options: Json): RuleProblem[] {
  const faults = new Map(
    [...Value.Errors(schema, asCounted(options))].toReversed().map((each) => [each.path, each]),
  );
  return [...faults.values()].toReversed().map((fault) => ({
    rule: `options${fault.path.replaceAll("/", ".")}`,
    message: messageOf(fault),
    limit: null,
    actual: null,
  }));
}

function messageOf({ type, path, schema, message }: ValueError): string {
  const name = path.slice(1);
  const { title, description } = schema;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return [`\`${name}\`${title ? ` (${title})` : ""} must be chosen.`, description ?? ""].join(" ").trim();
    case ValueErrorType.ObjectAdditionalProperties:
      return `There is no option \`${name}\` here. There are: ${namesIn(schema).join(", ") || "none"}.`;
    case ValueErrorType.Union: {
      const values = literalsOf(schema);
      if (values.length > 0) return `\`${name}\` is one of ${values.join(", ")}.`;
      break;
    }
    default:
  }
  return sentence(`${name ? `\`${name}\`` : "The options"}: ${message}`);
}

/** Of the object that the unknown one stands in. */
function namesIn({ properties }: TSchema): string[] {
  return Object.keys(properties ?? {}).map(quoted);
}

function literalsOf({ anyOf }: TSchema): string[] {
  const each: readonly TSchema[] = Array.isArray(anyOf) ? anyOf : [];
  return each.flatMap(({ const: value }) => (typeof value === "string" ? [quoted(value)] : []));
}

const quoted = (word: string) => `\`${word}\``;
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
