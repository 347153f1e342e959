// Six weeks below each other, with the first posts of each day.
import type { CalendarDate } from "@internationalized/date";
import { Day } from "./Day.tsx";
import { isOfMonth } from "./days.ts";
import type { Day as DayEntries } from "./entries.ts";
import { weekdayName } from "./names.ts";
import "./Month.css";

interface Props {
  readonly days: readonly DayEntries[];
  readonly at: CalendarDate;
  readonly selected: ReadonlySet<string>;
}

const WEEK = 7;

export function Month({ days, at, selected }: Props) {
  return (
    <div className="month">
      <div className="month-weekdays" aria-hidden="true">
        {days.slice(0, WEEK).map(({ date, key }) => (
          <span key={key}>{weekdayName(date)}</span>
        ))}
      </div>
      <ol className="month-days">
        {days.map((day) => (
          <Day
            key={day.key}
            day={day}
            view="month"
            isOutside={!isOfMonth(day.date, at)}
            selected={selected}
          />
        ))}
      </ol>
    </div>
  );
}
