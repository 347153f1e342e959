// Reads request bodies: bounded in size and time, strictly UTF-8, strictly the declared type (D4).
import { Problem } from "../errors.ts";
import { arriving } from "./arriving.ts";

const MAX_JSON_BYTES = 1024 * 1024;
/** Deeper than any request is; telling what is wrong with a value takes time that grows with its depth squared. */
const MAX_DEPTH = 32;

/** Route setting `parse` for a JSON body. The second entry only tells the OpenAPI document that it is JSON. */
export const jsonUpTo = (limitBytes: number) => [jsonReader(limitBytes), "json" as const];

/** Route setting `parse` for JSON bodies of callers who have a key. */
export const strictJson = jsonUpTo(MAX_JSON_BYTES);

function jsonReader(limitBytes: number) {
  return async ({ request }: { request: Request }): Promise<unknown> => {
    const value = await jsonOf(request, limitBytes);
    // Undefined would make Elysia ask the next parser.
    return value ?? null;
  };
}

/** The body as one JSON document. @throws Problem unsupported_media_type, body_too_large, body_incomplete or invalid_json */
export async function jsonOf(request: Request, limitBytes: number): Promise<unknown> {
  requireType(request, "application/json");
  const bytes = await readBounded(request, limitBytes);
  if (nestsDeeper(bytes, MAX_DEPTH))
    throw new Problem("invalid_json", `The body is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Problem("invalid_json", "The body is not one JSON document in UTF-8.", {}, { cause });
  }
}

const MAX_FORM_BYTES = 16 * 1024;

/** The fields of a form as a page sends it. @throws Problem unsupported_media_type or body_too_large */
export async function formOf(request: Request): Promise<URLSearchParams> {
  requireType(request, "application/x-www-form-urlencoded");
  return new URLSearchParams(new TextDecoder().decode(await readBounded(request, MAX_FORM_BYTES)));
}

/** @throws Problem unsupported_media_type */
export function requireType(request: Request, type: string): void {
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== type) {
    throw new Problem("unsupported_media_type", `Send this as ${type}${given ? `, not ${given}` : ""}.`);
  }
}

/** The whole body, and no more of it than is allowed. */
async function readBounded(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem("body_too_large", `The body is over ${limitBytes} bytes.`, { limit: limitBytes });
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of arriving(request, limitBytes)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const [QUOTE, BACKSLASH, ...BRACKETS] = Buffer.from('"\\[{]}');
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = BRACKETS;

/** Looks at brackets outside texts only; all of JSON's own characters are single bytes in UTF-8. */
function nestsDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
