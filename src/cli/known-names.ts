// Words for a name that does not exist: the one that was probably meant, or those that there are.
import { nearest } from "../nearest.ts";

/** More would hide the rest of the message. */
const MOST = 20;

/** @param names those that exist, at least one */
export function othersThan(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  if (near !== null) return `Did you mean ${near}?`;
  const more = names.length > MOST ? `, and ${names.length - MOST} more` : "";
  return `There ${names.length === 1 ? "is" : "are"}: ${names.slice(0, MOST).join(", ")}${more}.`;
}
