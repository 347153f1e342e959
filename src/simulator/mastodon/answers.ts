// A Mastodon server's responses: a document, or an error message.
import type { Json, Reply } from "../network.ts";

export type Fields = { readonly [key: string]: Json };

export function fail(status: number, error: string): Reply {
  return { status, json: { error } };
}
