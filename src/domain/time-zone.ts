// Time zones by their IANA names.

/** The zone's own way to write its name; null when there is no such zone. */
export function timezone(name: string): string | null {
  // "+01:00" is an offset: it knows no summer.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
