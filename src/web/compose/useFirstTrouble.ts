// Takes the keyboard to the first thing that is in the way.
import { useEffect, type RefObject } from "react";

/** @param presses each one more is another wish to go there */
export function useFirstTrouble(presses: number, region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (presses === 0) return;
    const first =
      region.current?.querySelector<HTMLElement>("[data-trouble]") ??
      document.querySelector<HTMLElement>("[data-upload]");
    first?.focus();
    first?.scrollIntoView({ block: "center" });
  }, [presses, region]);
}
