// A moment as people and programs write it: ISO 8601 with an offset.

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** ms since 1970; null for anything else, 30 February included. */
export function momentOf(text: string): number | null {
  if (!MOMENT.test(text)) return null;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return null;
  }
}
