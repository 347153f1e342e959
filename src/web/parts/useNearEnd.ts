// Has a long list grow while its end is near the screen.
import { useEffect, type RefObject } from "react";

/** Calls it while the end of the list is near the screen. */
export function useNearEnd(end: RefObject<HTMLElement | null>, act: (() => void) | null): void {
  useEffect(() => {
    if (act === null || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      // Of several at once, the last is how it is now.
      (entries) => entries.at(-1)?.isIntersecting === true && act(),
      { rootMargin: "1200px 0px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  });
}
