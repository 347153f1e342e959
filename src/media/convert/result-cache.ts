// Remembers on disk what a file was converted to, so that the same conversion is not repeated.
import { createHash } from "node:crypto";
import type { Files, StoredFile } from "../storage/files.ts";

export interface ResultCache {
  /** The answer to a question (a key of `questionOf`); null when there is none, or what it names is gone. */
  recall<T extends StoredFile>(source: string, key: string): Promise<T | null>;
  remember(source: string, key: string, made: StoredFile): Promise<void>;
}

export function openResultCache(files: Pick<Files, "adapted" | "has">): ResultCache {
  return {
    async recall<T extends StoredFile>(source: string, key: string) {
      const note = await files.adapted.recall(source, key);
      // A question has answers of one type.
      const known = note === null ? null : (parse(note) as T | null);
      return known && (await files.has(known.sha256)) ? known : null;
    },
    remember: (source, key, made) => files.adapted.remember(source, key, JSON.stringify(made)),
  };
}

/** Raise it when the same question should get a better answer than the one on disk. */
const RECIPES = 2;

/** The key of a question about a source. */
export function cacheKeyOf(source: string, ...asked: readonly (string | number | null)[]): string {
  return createHash("sha256")
    .update(JSON.stringify([RECIPES, source, ...asked]))
    .digest("hex");
}

/** A note that was cut off by a crash is ignored. */
function parse(note: string): unknown {
  try {
    return JSON.parse(note);
  } catch {
    return null;
  }
}
