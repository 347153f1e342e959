// Statements with named parameters ($id), as PostgreSQL's protocol takes them: numbered, and prepared once a connection.

export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | null)[];
export type Values = Readonly<Record<string, Value>>;

export interface Statement {
  /** Under which a connection keeps it prepared. */
  readonly name: string;
  /** With $1, $2 … */
  readonly text: string;
  readonly values: (string | number | boolean | null | Uint8Array | (string | number | null)[])[];
}

/** Turns SQL and values into a statement; the same SQL has the same name each time. */
export type ToStatement = (sql: string, values: Values) => Statement;

export function openStatements(): ToStatement {
  const known = new Map<string, { name: string; text: string; names: string[] }>();
  return (sql, values) => {
    let found = known.get(sql);
    if (!found) {
      found = { name: `s${known.size}`, ...numberParameters(sql) };
      known.set(sql, found);
    }
    const { name, text, names } = found;
    return { name, text, values: names.map((each) => parameter(values[each], each)) };
  };
}

function numberParameters(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

function parameter(value: Value | undefined, name: string): Statement["values"][number] {
  if (value === undefined) throw new Error(`the statement's parameter $${name} has no value`);
  if (typeof value === "string") return storable(value);
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  return value.map((each) => (typeof each === "string" ? storable(each) : each));
}

/** PostgreSQL's texts hold any character but NUL. */
export function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
}

/**
 * JSON for a column of type json, out of which SQL can read members: PostgreSQL reads none out of a text that escapes NUL or
 * half a surrogate pair.
 */
export function jsonOf(value: unknown): string {
  return readableJson(JSON.stringify(value));
}

/** The same for what is JSON already. */
export function readableJson(text: string): string {
  return text.replaceAll(UNREADABLE, "$1\\ufffd");
}

/** After an even number of backslashes: `\\u0000` is a backslash and five letters. */
const UNREADABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
