// Names of days and periods, as people write them.
import type { CalendarDate } from "@internationalized/date";
import type { Range, View } from "./days.ts";

/** Dates have no zone: all of it is written as if it were UTC. */
const timeZone = "UTC";
const nameBy = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  return (date: CalendarDate): string => format.format(date.toDate(timeZone)).replace(",", "");
};

/** Such as `Thu`. */
export const weekdayName = nameBy({ weekday: "short" });
/** Such as `Thursday 1 April`. */
export const dayName = nameBy({ weekday: "long", day: "numeric", month: "long" });
/** Such as `Thu 1 Apr`. */
export const shortDay = nameBy({ weekday: "short", day: "numeric", month: "short" });
/** Such as `April 2027`. */
const monthName = nameBy({ month: "long", year: "numeric" });

const range = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });

/** Such as `29 March – 4 April 2027`, `April 2027`. */
export function periodName(view: View, at: CalendarDate, { first, days }: Range): string {
  if (view !== "week") return monthName(at);
  const last = first.add({ days: days - 1 });
  // Browsers differ in the spaces around the dash.
  return range.formatRange(first.toDate(timeZone), last.toDate(timeZone)).replaceAll(/\s+/g, " ");
}
