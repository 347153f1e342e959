// The time until something happens, counted down second by second.
import { useSyncExternalStore } from "react";
import { now } from "../api.ts";
import { exactly } from "../time.ts";
import { regionWords as words } from "../words/region.ts";

const TICK_MS = 1000;

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

/** Whole seconds left until then, by the server's clock; 0 from then on. */
export function useSecondsUntil(until: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((until - now()) / TICK_MS)));
}

export function Countdown({ to }: { readonly to: string }) {
  const seconds = useSecondsUntil(Date.parse(to));
  return (
    <time dateTime={to} title={exactly(to)}>
      {seconds === 0 ? words.now : `${words.in} ${timeLeft(seconds)}`}
    </time>
  );
}

/** Such as `41 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function timeLeft(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (count: number) => String(count).padStart(2, "0");
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`;
  return hours < 48 ? `${hours} h ${two(minutes % 60)} min` : `${Math.floor(hours / 24)} days`;
}
