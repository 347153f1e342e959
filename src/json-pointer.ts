// JSON Pointers (RFC 6901) and names as answers show them: what a caller made up may be a megabyte long.

const LONGEST_NAME = 100;

/** A name of the caller's, cut where it is too long to be one of ours. */
export function shortName(name: string): string {
  const characters = name.slice(0, 2 * LONGEST_NAME + 2);
  const kept = Array.from(characters);
  return kept.length > LONGEST_NAME ? `${kept.slice(0, LONGEST_NAME).join("")}…` : name;
}

export const pointerTo = (path: readonly string[]): string =>
  path.map((name) => `/${shortName(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
