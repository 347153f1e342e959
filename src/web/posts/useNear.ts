// Whether a part of a long page is near the screen; far from it, it keeps its height without its content.
import { useEffect, useState, type RefObject } from "react";

/** Twice a tall screen. */
const NEAR = "1600px 0px";

interface Near {
  readonly isNear: boolean;
  /** In pixels, while it is far away. */
  readonly height: number | null;
}

export function useNear(place: RefObject<HTMLElement | null>): Near {
  const [near, setNear] = useState<Near>({ isNear: true, height: null });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // Of several at once, the last is how it is now.
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { isIntersecting, boundingClientRect } = entry;
        // Hidden while another screen loads: it comes back as it was.
        if (boundingClientRect.width === 0) return;
        // The focus is never taken away.
        const isNear = isIntersecting || element.contains(document.activeElement);
        const height = isNear ? null : boundingClientRect.height;
        setNear((old) => (old.isNear === isNear ? old : { isNear, height }));
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return near;
}
