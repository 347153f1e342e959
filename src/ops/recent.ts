// What is read from the store is good enough for a moment, however many people look.
import type { Clock } from "../clock.ts";

const FRESH_MS = 5000;

/** The same, at most once in five seconds. A failure is not kept. */
export function recent<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let latest: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = clock.monotonic();
    if (latest && now - latest.at < FRESH_MS) return latest.answer;
    const entry = { at: now, answer: read() };
    latest = entry;
    entry.answer.catch(() => {
      if (latest === entry) latest = null;
    });
    return entry.answer;
  };
}
