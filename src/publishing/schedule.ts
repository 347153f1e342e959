// Reads when a post is to go out (D17).
import { Problem } from "../errors.ts";
import type { Schedule } from "./post.ts";

export interface Plan {
  readonly schedule: Schedule;
  /** ms since 1970; null for a draft and for now. */
  readonly at: number | null;
}

const PAST_GRACE_MS = 5 * 60_000;
const FARTHEST_MS = 2 * 366 * 86_400_000;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** @throws Problem invalid_schedule */
export function readSchedule(text: string | null, now: number): Plan {
  if (text === "draft" || text === "now") return { schedule: text, at: null };
  if (text === null)
    throw new Problem("invalid_schedule", "Queue slots are not there yet: send `now`, `draft` or a time.");
  const at = TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw wrong(`${JSON.stringify(text)} is neither \`now\`, \`draft\` nor a time with an offset.`);
  if (at < now - PAST_GRACE_MS) throw wrong(`${text} is in the past.`);
  if (at > now + FARTHEST_MS) throw wrong(`${text} is more than two years ahead.`);
  return at <= now ? { schedule: "now", at: null } : { schedule: "time", at };
}

function wrong(detail: string): Problem {
  return new Problem("invalid_schedule", `${detail} An example: 2027-01-31T09:00:00+01:00.`, {
    errors: [{ pointer: "/schedule", message: detail }],
  });
}
