// Compares what a command prints with --json with a schema of the API: every key, and no other.
import { FormatRegistry, type Static, type TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

// Elsewhere the web framework registers them.
FormatRegistry.Set("uuid", (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text));
FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text));
FormatRegistry.Set("uri", (text) => URL.canParse(text));

/** The document in `out`. @throws Error where it is not one, or not as the API's */
export function parse<T extends TSchema>(schema: T, out: string): Static<T> {
  const value: unknown = JSON.parse(out);
  const [fault] = [...Value.Errors(schema, value)];
  if (fault) throw new Error(`${fault.path}: ${fault.message} in ${out}`);
  const known = Value.Clean(schema, structuredClone(value));
  if (!Bun.deepEquals(known, value)) throw new Error(`keys that the API does not have in ${out}`);
  return value;
}
