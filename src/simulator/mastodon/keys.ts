// Simulates Idempotency-Keys. Servers differ, so the handle of an account chooses the behaviour.
import type { Clock } from "../../clock.ts";

const KEEPS_MS = 3_600_000;
/** How long a racing server takes until it knows a key: the status is there before. */
const RACE_MS = 250;

/** What a key made; ids of statuses. */
export interface Keys {
  made(owner: string, key: string): string | undefined;
  remember(owner: string, key: string, id: string): void;
}

export function openKeys(clock: Clock): Keys {
  /** `from`: when the server knows it. */
  const known = new Map<string, { id: string; from: number }>();
  return {
    made(owner, key) {
      const made = known.get(`${owner}/${key}`);
      const age = clock.now() - (made?.from ?? Infinity);
      return age >= 0 && age < KEEPS_MS ? made?.id : undefined;
    },
    remember(owner, key, id) {
      const character = characterOf(owner);
      if (character === "ignores") return;
      known.set(`${owner}/${key}`, { id, from: clock.now() + (character === "races" ? RACE_MS : 0) });
    },
  };
}

/**
 * By a word of the handle after the one that decides the behaviour (D40), as in `lost-keyless-1` and `ok-racing`:
 * - `honours`: the first status again for an hour, whatever the text, as Mastodon does;
 * - `ignores`: another status with every call;
 * - `races`: a key is known a moment after its status is there, so that calls at once make a status each.
 */
function characterOf(handle: string): "honours" | "ignores" | "races" {
  const [, ...words] = handle.toLowerCase().split("-");
  if (words.includes("keyless")) return "ignores";
  return words.includes("racing") ? "races" : "honours";
}
