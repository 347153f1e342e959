// The names that people give to profiles and keys, and the time zones that they write.
import { timezone } from "../domain/time-zone.ts";
import { invalid } from "./deps.ts";

/** In characters (code points). */
const LONGEST_NAME = 100;

/**
 * A name without the space around it.
 * @param thing what has the name, such as "profile"
 * @param pointer where it stands in the input
 * @throws Problem invalid_request when nothing is left, or too much
 */
export function nameOf(text: string, thing: string, pointer = "/name"): string {
  const name = text.trim();
  if (name !== "" && Array.from(name).length <= LONGEST_NAME) return name;
  const detail =
    name === ""
      ? `A ${thing} needs a name.`
      : `The name of a ${thing} can have at most ${LONGEST_NAME} characters.`;
  throw invalid(pointer, `must be a name of 1 to ${LONGEST_NAME} characters`, detail);
}

/**
 * The zone's own way to write its name.
 * @param pointer where it stands in the input
 * @throws Problem invalid_request when there is no such zone
 */
export function zoneOf(text: string, pointer: string): string {
  const zone = timezone(text);
  if (zone !== null) return zone;
  const detail = `${text} is not a time zone; use one such as Europe/Berlin.`;
  throw invalid(pointer, "must be an IANA zone such as Europe/Berlin", detail);
}
