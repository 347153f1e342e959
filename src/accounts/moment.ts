// A moment in time as a person or a program writes it.

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** RFC 3339 with an offset → ms since 1970; null for anything else. */
export function momentOf(text: string): number | null {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  // Date.parse takes 30 February for 2 March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const at = Number(day) <= lastDay ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
