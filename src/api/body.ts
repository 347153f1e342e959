// Reads request bodies: bounded in size and time, strictly UTF-8, strictly the declared type (D4).
import { Problem } from "../errors.ts";
import { arriving } from "./arriving.ts";
import { shown } from "../pointer.ts";
import { prototypeKeysIn } from "./prototype-keys.ts";

const MAX_JSON = { bytes: 1024 * 1024 };
/** Deeper than any request is; telling what is wrong with a value takes time that grows with its depth squared. */
const MAX_DEPTH = 32;

interface Parsing {
  readonly request: Request;
}

/** How long a JSON body may be. */
export interface BodyLimit {
  readonly bytes: number;
  /** UTF-16 units once its escapes are read; a client may write each with six bytes. Left out: as many as bytes. */
  readonly units?: number;
}

/**
 * Route setting `parse` for JSON bodies of at most this length. The second entry only tells the OpenAPI document that
 * it is JSON.
 */
export const jsonUpTo = (limit: BodyLimit) => [
  // Undefined would make Elysia ask the next parser.
  async ({ request }: Parsing): Promise<unknown> => (await jsonOf(request, limit)) ?? null,
  "json" as const,
];

/** For bodies without long texts. */
export const strictJson = jsonUpTo(MAX_JSON);

/** A request without a body means `{}`. */
export const optionalJson = [
  async ({ request }: Parsing): Promise<unknown> =>
    isEmpty(request) ? {} : ((await jsonOf(request, MAX_JSON)) ?? null),
  "json" as const,
];

const isEmpty = ({ body, headers }: Request) => body === null || headers.get("content-length") === "0";

/**
 * The body as one JSON document.
 * @throws Problem unsupported_media_type, body_too_large, invalid_json; invalid_request for a key `__proto__`
 */
export async function jsonOf(request: Request, limit: BodyLimit): Promise<unknown> {
  requireType(request, "application/json");
  const bytes = await readBounded(request, limit.bytes);
  if (nestsDeeper(bytes, MAX_DEPTH))
    throw new Problem("invalid_json", `The body is nested deeper than ${MAX_DEPTH} levels.`);
  const { text, value } = parsed(bytes);
  const { units = limit.bytes } = limit;
  if (text.length > units && unitsOf(text) > units)
    throw new Problem("body_too_large", `The body is over ${units} characters.`, { limit: units });
  const errors = prototypeKeysIn(text, value).map((pointer) => ({
    pointer,
    message: "is not a possible name",
  }));
  if (errors.length > 0)
    throw new Problem("invalid_request", "The body has a field called `__proto__`. Remove it.", { errors });
  return value;
}

/** Each \\uXXXX stands for one. */
const unitsOf = (text: string) => text.length - 5 * (text.match(/\\u/g)?.length ?? 0);

function parsed(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
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
  refuseEncoded(request);
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== type) {
    throw new Problem("unsupported_media_type", `Send this as ${type}${given ? `, not ${given}` : ""}.`);
  }
}

/** Bodies are read as they come. @throws Problem unsupported_media_type */
export function refuseEncoded(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return;
  throw new Problem(
    "unsupported_media_type",
    `Send the body as it is: Content-Encoding ${shown(encoding)} is not read.`,
  );
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
