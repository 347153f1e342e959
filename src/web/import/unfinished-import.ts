// The file that is being imported, with what was repaired in it: it is still there after a reload of this tab.
import { mayStore } from "../session.tsx";
import type { Fields } from "./fields.ts";

export interface Unfinished {
  readonly name: string;
  readonly text: string;
  /** By the numbers of their rows. */
  readonly repairs: readonly (readonly [row: number, fields: Fields])[];
}

const nameOf = (profileId: string): string => `crier.import.${profileId}`;

export function readUnfinished(profileId: string): Unfinished | null {
  const text = sessionStorage.getItem(nameOf(profileId));
  try {
    return text === null ? null : (JSON.parse(text) as Unfinished);
  } catch {
    return null;
  }
}

/** @param unfinished null once there is nothing to come back to */
export function writeUnfinished(profileId: string, unfinished: Unfinished | null): void {
  if (unfinished === null) sessionStorage.removeItem(nameOf(profileId));
  else if (mayStore())
    try {
      sessionStorage.setItem(nameOf(profileId), JSON.stringify(unfinished));
    } catch {
      // Without room for it, a reload begins anew.
    }
}
