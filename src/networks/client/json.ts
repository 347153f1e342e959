// Parses untrusted JSON: large integer ids keep all digits, and the depth is limited.
import type { Json } from "../network.ts";

const MAX_DEPTH = 200;

/** The value, or undefined when the text is not JSON. Integers beyond 2^53 become strings of digits. */
export function readJson(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** networks/rules.facts.md 7: several networks' ids exceed 2^53 and come as numbers. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** JSON.parse with a reviver recurses, so a body of brackets could crash the process. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = endOfString(text, i);
    else if (char === "{" || char === "[") {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

// ---- reading a value without trusting its shape

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or an empty one: for reading members that may be missing. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function arrayOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** A string that is not empty. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Array.isArray does not narrow a readonly array. */
function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
