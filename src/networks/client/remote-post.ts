// Checks ids and addresses from a network before Crier stores, shows or calls them.
import { textOf } from "./json.ts";
import type { Json } from "../network.ts";
import type { Redaction } from "./redaction.ts";

const ID = /^[\w.-]{1,128}$/;
const MAX_LINK = 2048;

/** An id of letters, digits, `_`, `.` and `-`; undefined for anything else, and for one that is a secret of Crier's. */
export function idOf(value: Json | undefined, { secrets }: Redaction): string | undefined {
  const id = textOf(value);
  return id !== undefined && ID.test(id) && !secrets.includes(id) ? id : undefined;
}

/**
 * The address of a post, only if scheme, host and port are those of one of `bases`: a link in a response must not lead
 * anywhere else (or to `javascript:`).
 */
export function linkOf(value: Json | undefined, bases: readonly string[]): string | undefined {
  const text = textOf(value);
  const url = text === undefined || text.length > MAX_LINK ? null : URL.parse(text);
  if (!url || url.username || url.password) return undefined;
  return bases.some((base) => URL.parse(base)?.origin === url.origin) ? url.href : undefined;
}

/**
 * An upload address: https at `domain` or below it, or at one of `bases`. Files and tokens go nowhere else, whatever a
 * response contains.
 */
export function uploadAddressOf(
  value: Json | undefined,
  domain: string,
  bases: readonly string[],
): string | undefined {
  const own = linkOf(value, bases);
  if (own !== undefined) return own;
  const text = textOf(value);
  const url = text === undefined || text.length > MAX_LINK ? null : URL.parse(text);
  if (!url || url.protocol !== "https:" || url.port || url.username || url.password) return undefined;
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`) ? url.href : undefined;
}

/**
 * The address of an avatar that a page may load; else null. Plain http is allowed, because a server at home may have
 * nothing else.
 */
export function pictureOf(value: Json | undefined): string | null {
  const text = textOf(value);
  const url = text === undefined || text.length > MAX_LINK ? null : URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  return url.href;
}
