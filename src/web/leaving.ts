// Asks before a screen with unsaved changes is left.
import { useEffect, useRef } from "react";
import type { AroundNavHandler } from "wouter";

/** Asks whether to leave; null while nothing is unsaved. */
let ask: ((leave: () => void) => void) | null = null;

/** Every way to another address leads through it. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const leave = () => navigate(to, options);
  if (ask === null) leave();
  else ask(leave);
};

/**
 * While something is unsaved, `onLeave` is called instead of leaving, with what leaves. The browser asks by itself before the
 * page is closed.
 */
export function useAskBeforeLeaving(isUnsaved: boolean, onLeave: (leave: () => void) => void): void {
  const latest = useRef(onLeave);
  useEffect(() => void (latest.current = onLeave));
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    ask = (leave) => latest.current(leave);
    addEventListener("beforeunload", beforeUnload);
    return () => {
      ask = null;
      removeEventListener("beforeunload", beforeUnload);
    };
  }, [isUnsaved]);
}

/** Before what was asked for, or is not unsaved any more, is carried out. */
export function leaveFreely(): void {
  ask = null;
}
