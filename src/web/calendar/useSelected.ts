// Posts that are selected, so that something is done with all of them.
import { useCallback, useEffect, useEffectEvent, useState, type RefObject } from "react";

export interface Selected {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

export function useSelected(): Selected {
  const [ids, setIds] = useState(NONE);
  const toggle = useCallback((id: string) => setIds((old) => old.symmetricDifference(new Set([id]))), []);
  return { ids, toggle, clear: () => setIds(NONE) };
}

/** A click looks at a post; with Shift, or while some are selected, it selects it. */
export function useClicks(
  root: RefObject<HTMLElement | null>,
  { ids, toggle }: Selected,
  peek: (id: string) => void,
): void {
  const click = useEffectEvent((event: MouseEvent) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-post]") : null;
    const id = card?.dataset["post"];
    // Ctrl, ⌘ and the middle button open the post's page in a tab of its own.
    if (id === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.shiftKey || ids.size > 0) toggle(id);
    else peek(id);
  });
  useEffect(() => {
    const element = root.current;
    const listener = (event: MouseEvent) => click(event);
    element?.addEventListener("click", listener);
    return () => element?.removeEventListener("click", listener);
  }, [root]);
}
