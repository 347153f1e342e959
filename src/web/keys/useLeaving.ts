// Asks once before a page is left on which something would be lost: within the app, back, or to another address.
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";

interface Leaving {
  /** Where the person was about to go; null while nobody leaves. */
  readonly to: string | null;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** @param base below this address, nothing is lost */
export function useLeaving(holds: boolean, base: string): Leaving {
  const [, navigate] = useLocation();
  const [to, setTo] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const isHeld = holds && !isAsked;
  const hear = useEffectEvent((event: NavigateEvent) => {
    const { pathname, search } = new URL(event.destination.url);
    const isHere = pathname === base || pathname.startsWith(`${base}/`);
    // Of other addresses, `beforeunload` hears.
    if (!event.cancelable || !event.destination.sameDocument || isHere) return;
    event.preventDefault();
    setTo(pathname + search);
  });
  useEffect(() => {
    if (!isHeld) return;
    const leave = new AbortController();
    const { signal } = leave;
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    // Some browsers lack it: there, only closing the page is asked about.
    if ("navigation" in window) navigation.addEventListener("navigate", (event) => hear(event), { signal });
    return () => leave.abort();
  }, [isHeld]);
  // Once the page is free to be left.
  const go = useEffectEvent(() => to !== null && navigate(to));
  useEffect(() => void (isAsked && go()), [isAsked]);
  return { to: isAsked ? null : to, leave: () => setAsked(true), stay: () => setTo(null) };
}
