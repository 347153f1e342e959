// Draws every random choice of a simulated world from its seed.
import { seedRandom } from "../kill/random.ts";

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** True in this share of all draws. */
  one(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** As `whole`, but every order of magnitude is as likely as the next. */
  span(low: number, high: number): number;
  pick<T>(all: readonly T[]): T;
  /** One key, as often as its weight says. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** @param stream keeps two sources of the same seed apart */
export function chanceOf(seed: number, stream: number): Chance {
  const next = seedRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b));
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    one: (share) => next() < share,
    span: (low, high) => Math.round(low * (high / low) ** next()),
    pick: <T>(all: readonly T[]) => all[whole(0, all.length - 1)] as T,
    weighed(weights) {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0];
      if (!found) throw new Error("nothing to draw from");
      return found[0];
    },
  };
}
