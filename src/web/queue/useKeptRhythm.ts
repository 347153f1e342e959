// A rhythm that is not saved yet: kept in this browser, so that a reload loses nothing.
import { useState } from "react";
import type { Rhythm } from "./rhythm.ts";

const keyOf = (profileId: string): string => `crier.rhythm.${profileId}`;

/** @returns null while it is as it was saved */
export function useKeptRhythm(profileId: string): readonly [Rhythm | null, (rhythm: Rhythm | null) => void] {
  const [kept, setKept] = useState(() => read(profileId));
  const keep = (rhythm: Rhythm | null) => {
    if (rhythm === null) localStorage.removeItem(keyOf(profileId));
    else localStorage.setItem(keyOf(profileId), JSON.stringify(rhythm));
    setKept(rhythm);
  };
  return [kept, keep];
}

function read(profileId: string): Rhythm | null {
  const text = localStorage.getItem(keyOf(profileId));
  return text === null ? null : (JSON.parse(text) as Rhythm);
}
