// Whether the drafts are shown beside the calendar: remembered in this browser.
import { useState } from "react";

const KEY = "crier.calendar-drafts";

export function useDraftsShown(): readonly [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEY) !== null);
  const show = (shown: boolean) => {
    if (shown) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
    setShown(shown);
  };
  return [isShown, show];
}
