// Pinterest's responses: a document, or an error code with a message (networks/pinterest.facts.md 6).
import type { Json, Reply } from "../network.ts";

export type Fields = { readonly [key: string]: Json };

export function ok(json: Json, status = 200): Reply {
  return { status, json };
}

export function fail(status: number, code: number, message: string): Reply {
  return { status, json: { code, message } };
}

/** A page of a list, and the bookmark of the next one. */
export function page(items: readonly Fields[], query: URLSearchParams): Reply {
  const size = Number(query.get("page_size") ?? 25);
  if (!(size >= 1 && size <= 250)) return fail(400, 1, "Invalid page_size: must be between 1 and 250.");
  const start = Number(query.get("bookmark")?.replace(/^from-/, "") ?? 0);
  const end = start + size;
  return ok({ items: items.slice(start, end), bookmark: end < items.length ? `from-${end}` : null });
}
