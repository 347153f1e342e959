// Reads request bodies: bounded in size and time, strictly UTF-8, strictly the declared type (D4).
import { Problem } from "../../errors.ts";
import { shareLoop } from "../../event-loop.ts";
import { shortName } from "../../json-pointer.ts";
import { arriving } from "./body-limits.ts";
import { openEscapeReader } from "./json-escapes.ts";
import { openJsonScan } from "./json-scan.ts";
import { invalidRequest } from "./problem.ts";
import { prototypeKeysIn } from "./prototype-keys.ts";

/**
 * For bodies without long texts. The longest that a schema allows is an import's: 4,500 characters, each written with up
 * to twelve bytes (two escapes such as `\ud83d`).
 */
export const MAX_JSON_BYTES = 64 * 1024;

interface Parsing {
  readonly request: Request;
}

/**
 * Route setting `parse` for JSON bodies of at most this length. The second entry only tells the OpenAPI document that
 * it is JSON.
 * @param maxCharacters fewer than bytes, where most of those are for characters that take many
 */
export const jsonUpTo = (limitBytes: number, maxCharacters = limitBytes) => [
  async ({ request }: Parsing): Promise<object> => objectIn(await jsonOf(request, limitBytes, maxCharacters)),
  "json" as const,
];

/** For bodies without long texts. */
export const strictJson = jsonUpTo(MAX_JSON_BYTES);

/** A request without a body means `{}`. */
export const optionalJson = [
  async ({ request }: Parsing): Promise<object> =>
    isEmpty(request) ? {} : objectIn(await jsonOf(request, MAX_JSON_BYTES)),
  "json" as const,
];

const isEmpty = ({ body, headers }: Request) => body === null || headers.get("content-length") === "0";

/**
 * The body of a route, which is always an object. The router writes a body that breaks its schema into an error message
 * that nobody reads. For a long body that would take longer than everything else, so it gets a short text instead.
 * @throws Problem invalid_request
 */
function objectIn(body: unknown): object {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidRequest([{ pointer: "", message: "must be an object" }]);
  return Object.setPrototypeOf(body, UNWRITTEN) as object;
}

const UNWRITTEN = { toJSON: () => "the body of a request" };

/**
 * The body as one JSON document.
 * @throws Problem unsupported_media_type, body_too_large, invalid_json; invalid_request for a key `__proto__`
 */
export async function jsonOf(
  request: Request,
  limitBytes: number,
  maxCharacters = limitBytes,
): Promise<unknown> {
  requireType(request, "application/json");
  const text = await jsonTextOf(request, limitBytes, maxCharacters);
  const value = parse(text);
  // What is checked next, in this turn, may take as long again.
  await shareLoop(text.length);
  const errors = prototypeKeysIn(text, value).map((pointer) => ({
    pointer,
    message: "is not a possible name",
  }));
  if (errors.length > 0)
    throw new Problem("invalid_request", "The body has a field named `__proto__`. Remove it.", { errors });
  return value;
}

/** Escapes become characters before they are counted: the limits are for what the parser gets. */
async function jsonTextOf(request: Request, limitBytes: number, maxCharacters: number): Promise<string> {
  const escapes = openEscapeReader();
  const scan = openJsonScan(limitBytes, maxCharacters);
  const decode = openDecoder();
  const texts: string[] = [];
  const take = (bytes: Uint8Array, isLast: boolean) => {
    scan(bytes);
    texts.push(decode(bytes, isLast));
  };
  await readPieces(request, limitBytes, (bytes) => take(escapes.piece(bytes), false));
  take(escapes.end(), true);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  await shareLoop(length);
  const text = texts.join("");
  // Whoever reads it does so in this turn, which may take as long again.
  await shareLoop(length);
  return text;
}

function openDecoder(): (bytes: Uint8Array, isLast: boolean) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch (cause) {
      throw notJson(cause);
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

const notJson = (cause: unknown) =>
  new Problem("invalid_json", "The body is not one JSON document in UTF-8.", {}, { cause });

const MAX_FORM_BYTES = 16 * 1024;

/** The fields of a form as a page sends it. @throws Problem unsupported_media_type or body_too_large */
export async function formOf(request: Request): Promise<URLSearchParams> {
  requireType(request, "application/x-www-form-urlencoded");
  return new URLSearchParams(new TextDecoder().decode(await readBounded(request, MAX_FORM_BYTES)));
}

/**
 * The body as one text, and which of these types it has.
 * @throws Problem unsupported_media_type, body_too_large; invalid_request when it is not UTF-8
 */
export async function textOf<T extends string>(
  request: Request,
  types: readonly T[],
  limitBytes: number,
): Promise<{ readonly type: T; readonly text: string }> {
  const type = requireType(request, ...types);
  const bytes = await readBounded(request, limitBytes);
  try {
    return { type, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (cause) {
    const errors = [{ pointer: "", message: "must be UTF-8" }];
    throw new Problem("invalid_request", "The body is not text in UTF-8.", { errors }, { cause });
  }
}

/** @returns the type that the body has @throws Problem unsupported_media_type */
export function requireType<T extends string>(request: Request, ...types: readonly T[]): T {
  refuseEncoded(request);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const type = types.find((each) => each === mediaType);
  if (type !== undefined) return type;
  const detail = `Send this as ${types.join(" or ")}${mediaType ? `, not ${shortName(mediaType)}` : ""}.`;
  throw new Problem("unsupported_media_type", detail);
}

/** Bodies are read as they come. @throws Problem unsupported_media_type */
export function refuseEncoded(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return;
  throw new Problem(
    "unsupported_media_type",
    `Send the body as it is: Content-Encoding ${shortName(encoding)} is not read.`,
  );
}

/** Of a long body, all of it that is worked through at once. */
const PIECE_BYTES = 64 * 1024;

/** Gives the body piece by piece as it arrives, and no more of it than is allowed. */
async function readPieces(
  request: Request,
  limitBytes: number,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const tooLarge = () =>
    new Problem("body_too_large", `The body is larger than ${limitBytes} bytes.`, { limit: limitBytes });
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge();
  let arrived = 0;
  for await (const chunk of arriving(request, limitBytes)) {
    arrived += chunk.byteLength;
    if (arrived > limitBytes) throw tooLarge();
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      await shareLoop(piece.byteLength);
      take(piece);
    }
  }
}

/** The whole body, which is short or rare. */
async function readBounded(request: Request, limitBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await readPieces(request, limitBytes, (bytes) => void pieces.push(bytes));
  return Buffer.concat(pieces);
}
