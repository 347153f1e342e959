// A function that stays the same and does what the last render says: what gets it is not drawn again with every key.
import { useCallback, useEffect, useRef } from "react";

/** For events only: while a component renders, it may still do what the render before said. */
export function useLatest<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useEffect(() => void (latest.current = act));
  return useCallback((...args: Args) => latest.current(...args), []);
}
