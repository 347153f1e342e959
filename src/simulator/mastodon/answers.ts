// A Mastodon server's answers: a document, or the words of an error.
import type { Json, Reply } from "../network.ts";

export type Fields = { readonly [key: string]: Json };

export function failed(status: number, error: string): Reply {
  return { status, json: { error } };
}
