// Which part of the calendar a caller asks for.
import { Problem } from "../../errors.ts";
import type { TimeRange } from "../../domain/store/posts.ts";
import { text } from "../views/text.ts";
import { filterQuery, momentIn } from "./post-filter.ts";

const MAX_DAYS = 62;
const DAY_MS = 86_400_000;

const moment = (description: string) => text({ maxLength: 40, description });
const { status, platform, accountId, label } = filterQuery;

export const calendarQuery = {
  from: moment("ISO 8601 with an offset"),
  to: moment(`not part of it; at most ${MAX_DAYS} days after \`from\``),
  status,
  platform,
  accountId,
  label,
};

/** @throws Problem invalid_query for what is not a time, and a range that is empty or too long */
export function rangeOf(fromText: string, toText: string): TimeRange {
  const range = { from: momentIn("from", fromText), to: momentIn("to", toText) };
  const days = (range.to - range.from) / DAY_MS;
  if (days <= 0) throw wrong("must be later than `from`");
  if (days > MAX_DAYS) throw wrong(`must be at most ${MAX_DAYS} days after \`from\``);
  return range;
}

function wrong(message: string): Problem {
  return new Problem("invalid_query", `\`to\` ${message}.`, { errors: [{ pointer: "/to", message }] });
}
