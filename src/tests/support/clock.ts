// A clock that tests turn: timers fire only when the test moves time, in the order in which they are due.
import type { Clock } from "../../clock.ts";

export interface TurnableClock extends Clock {
  /** Moves on by `ms`, firing every timer that becomes due on the way, in order. */
  turn(ms: number): void;
  /** The wall clock alone is set, as an operator or a time server does. */
  set(now: number): void;
  /** Whether a timer of exactly `ms` is waiting. */
  armed(ms: number): boolean;
}

export function turnableClock(start = Date.parse("2026-11-21T12:00:00Z")): TurnableClock {
  let passed = 0;
  let offset = start;
  const timers = new Set<{ at: number; ms: number; act: () => void }>();
  return {
    now: () => passed + offset,
    monotonic: () => passed,
    after(ms, act) {
      const timer = { at: passed + Math.max(ms, 0), ms, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    turn(ms) {
      const end = passed + ms;
      for (let due = next(end); due; due = next(end)) {
        passed = Math.max(passed, due.at);
        timers.delete(due);
        due.act();
      }
      passed = end;
    },
    set(now) {
      offset = now - passed;
    },
    armed: (ms) => [...timers].some((timer) => timer.ms === ms),
  };

  function next(end: number) {
    return [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
