// Password hashing: argon2id, off the event loop, a few at a time, and equally slow for unknown users.
import { Problem } from "../errors.ts";
import { atMost } from "../at-most.ts";
import { weakness } from "./weak-password.ts";

const SHORTEST = 12;
const LONGEST = 1024;
/** Each takes 64 MiB while it runs. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 20;
const KIND = { algorithm: "argon2id", memoryCost: 65_536, timeCost: 2 } as const;
/** The hash of a random text that was never stored. */
const UNKNOWN_OWNERS_HASH =
  "$argon2id$v=19$m=65536,t=2,p=1$2MfgKcbFkqOYfqty9V0dSYwQvL2ldjP35tIbiFSSJUc$UfbtGgkSJcYZG3G76kuUtY1Xfv47s3K91flgbUOeH8k";

/** What is wrong with a new password, as a sentence; null when nothing is. */
export function passwordFault(password: string, email: string): string | null {
  const length = Array.from(password).length;
  if (length < SHORTEST) return `A password needs at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `A password has at most ${LONGEST} characters.`;
  return weakness(password, email);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, KIND));
}

/** @param hash null for a person who does not exist: takes as long, and is false */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const fits = await inTurn(() => Bun.password.verify(password, hash ?? UNKNOWN_OWNERS_HASH));
  return fits && hash !== null;
}

/** @throws Problem too_many_attempts when more wait already than could be answered soon */
const inTurn = atMost(AT_ONCE, {
  limit: LONGEST_QUEUE,
  full: () =>
    new Problem("too_many_attempts", "Too many sign-ins at this moment. Try again in 5 seconds.", {
      retryAfter: 5,
    }),
});
