// Reads a request's parameters from the query, a form, JSON or multipart.
import { jsonIn, partsIn, type Json, type Request } from "./network.ts";

/** A request's parameters, wherever they came: query, form, JSON or multipart. Files are blobs. */
export interface Parameters {
  /** Text as it is, anything else of a JSON body as JSON, "" when missing. */
  text(name: string): string;
  has(name: string): boolean;
  /** Whether it came as text, and not as a number, a list or an object. */
  isText(name: string): boolean;
  /** The value as JSON; null when it is none. */
  json(name: string): Json;
  file(name: string): Blob | null;
}

export async function parametersOf(request: Request): Promise<Parameters> {
  const values = new Map<string, Json | Blob>(request.query);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    for (const [name, value] of Object.entries(jsonIn(request) ?? {})) values.set(name, value);
  } else if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) {
    for (const [name, value] of await partsIn(request)) values.set(name, value);
  }
  return {
    text(name) {
      const value = values.get(name);
      if (value === undefined || value === null || value instanceof Blob) return "";
      return typeof value === "string" ? value : JSON.stringify(value);
    },
    has: (name) => values.has(name),
    isText: (name) => typeof values.get(name) === "string",
    json(name) {
      const value = values.get(name);
      if (value === undefined || value instanceof Blob) return null;
      return typeof value === "string" ? parsed(value) : value;
    },
    file(name) {
      const value = values.get(name);
      return value instanceof Blob ? value : null;
    },
  };
}

function parsed(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
