// Moments and durations as people and programs write them.

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** ISO 8601 with an offset → ms since 1970; null for anything else, 30 February included. */
export function momentOf(text: string): number | null {
  if (!MOMENT.test(text)) return null;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return null;
  }
}

/** The same time of day in a zone, so many days later or earlier. @param at ms since 1970 */
export function daysLater(at: number, days: number, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).add({ days })
    .epochMilliseconds;
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** "90d", "12h", "35s" → ms; null for anything else. */
export function durationOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = UNITS[unit ?? ""];
  return count === undefined || ms === undefined ? null : Number(count) * ms;
}

/** @param ms since 1970 */
export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
