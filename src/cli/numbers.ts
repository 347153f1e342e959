// Numbers as options give them.
import { Refusal } from "../errors.ts";

/** A whole number within bounds. @throws Refusal that names them */
export function countOf(text: string, least: number, most: number): number {
  const count = Number(text);
  if (/^\d{1,9}$/.test(text) && count >= least && count <= most) return count;
  throw new Refusal(`${text} is not a whole number from ${least} to ${most}.`);
}
