// The keys of the rhythm: the times themselves hear the arrows while they have the focus.
import { useKeys } from "../keys.tsx";
import { useProfile } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";
import { add, timeToAdd, type Rhythm } from "./rhythm.ts";

const noTime = () => false;

export function useRhythmKeys(rhythm: Rhythm, set: (rhythm: Rhythm) => void): void {
  const { timezone } = useProfile();
  const addToDay = () => {
    const day = Number(
      document.activeElement?.closest<HTMLElement>("[data-weekday]")?.dataset["weekday"] ?? 0,
    );
    set(add(rhythm, day, { time: timeToAdd(rhythm, day), timezone }));
  };
  useKeys([
    { key: "a", does: words.keys.add, run: addToDay },
    // A time that has the focus hears them first.
    { key: "arrowup", does: words.keys.timeUp, run: () => {}, when: noTime },
    { key: "arrowdown", does: words.keys.timeDown, run: () => {}, when: noTime },
    { key: "backspace", does: words.keys.remove, run: () => {}, when: noTime },
  ]);
}
