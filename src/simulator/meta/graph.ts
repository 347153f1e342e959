// What the simulators of Facebook, Instagram and Threads share of Meta's Graph API: parameters, errors, lists, uploads.
import { isObject, type RequestHead, type Json, type Reply, type Request } from "../network.ts";

export { parametersOf, type Parameters } from "../parameters.ts";

/** The path without the version that Meta's begin with. */
export function withoutVersion(path: string): string {
  return path.replace(/^\/v\d+\.\d+(?=\/)/, "");
}

/** Of `Bearer`, `OAuth` or the parameter of old. */
export function tokenOf({ headers, query }: RequestHead): string {
  const [, token = query.get("access_token") ?? ""] =
    /^(?:Bearer|OAuth) (.+)$/.exec(headers["authorization"] ?? "") ?? [];
  return token;
}

// ---- answers

/** Meta's envelope. Every code has the status its answers are seen with. */
export function graphFailed(code: number, message: string, subcode?: number, status = 400): Reply {
  const error = {
    message,
    type: "OAuthException",
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    is_transient: code === 1 || code === 2,
    fbtrace_id: "Asimulated",
  };
  return { status, json: { error } };
}

export function tokenExpired(): Reply {
  return graphFailed(190, "Error validating access token: Session has expired.", 463, 401);
}

/** Newest first, `limit` at a time (25), with cursors. The next page's address holds the token, as the real one does. */
export function listReply(items: readonly { readonly [key: string]: Json }[], request: RequestHead): Reply {
  const { query } = request;
  const limit = Math.min(Math.max(Number(query.get("limit") ?? 25), 1), 100);
  const start = Number(Buffer.from(query.get("after") ?? "", "base64url").toString() || 0);
  const data = items.slice(start, start + limit);
  const cursor = (at: number) => Buffer.from(String(at)).toString("base64url");
  const cursors = { before: cursor(start), after: cursor(start + data.length) };
  const more = start + data.length < items.length;
  const next = `https://graph.invalid${request.path}?access_token=${tokenOf(request)}&after=${cursors.after}`;
  return { status: 200, json: { data, paging: { cursors, ...(more && { next }) } } };
}

// ---- uploads

/** A file that arrives in as many pieces as it takes. */
export interface Arriving {
  /** Null until the first piece said it. */
  size: number | null;
  bytes: Uint8Array<ArrayBuffer>;
}

export function emptyUpload(): Arriving {
  return { size: null, bytes: new Uint8Array() };
}

export function isWhole({ size, bytes }: Arriving): boolean {
  return size !== null && bytes.byteLength === size;
}

/** Takes a piece as rupload does: at the very offset that is due, and never more than `file_size`. */
export function receive(upload: Arriving, { headers, body }: Request): Reply {
  const [offset, size] = [
    Number(headers["offset"] ?? Number.NaN),
    Number(headers["file_size"] ?? Number.NaN),
  ];
  if (headers["authorization"]?.startsWith("OAuth ") !== true)
    return broken("UserAccessTokenError", "The upload wants an OAuth token", 401, false);
  if (!Number.isInteger(offset) || !Number.isInteger(size) || (upload.size ?? size) !== size)
    return broken("HeaderParseError", "offset and file_size must be whole numbers, always the same size");
  if (offset !== upload.bytes.byteLength)
    return broken(
      "OffsetInvalidError",
      `Request starting offset is invalid: ${upload.bytes.byteLength} is due`,
    );
  if (offset + body.byteLength > size) return broken("ProcessingFailedError", "Request processing failed");
  upload.size = size;
  const bytes = new Uint8Array(offset + body.byteLength);
  bytes.set(upload.bytes);
  bytes.set(body, offset);
  upload.bytes = bytes;
  if (!isWhole(upload))
    return broken("PartialRequestError", "Partial request (did not match length of file)");
  return { status: 200, json: { success: true, message: "Upload successful." } };
}

function broken(type: string, message: string, status = 400, retriable = true): Reply {
  return { status, json: { debug_info: { retriable, type, message } } };
}

/** An object of a JSON list, for parameters such as `attached_media`. */
export function objectsIn(value: Json): readonly { readonly [key: string]: Json }[] {
  return Array.isArray(value) ? value.filter((item: Json) => isObject(item)) : [];
}
