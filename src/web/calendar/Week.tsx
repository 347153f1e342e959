// Seven days beside each other; on phones one of them, with a strip to choose it.
import type { CalendarDate } from "@internationalized/date";
import { useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { Button } from "../parts/Button.tsx";
import { Day } from "./Day.tsx";
import { today } from "./days.ts";
import type { Day as DayEntries } from "./entries.ts";
import { dayName, weekdayName } from "./names.ts";
import "./Week.css";

interface Props {
  readonly days: readonly DayEntries[];
  readonly at: CalendarDate;
  readonly isPhone: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onChoose: (date: CalendarDate) => void;
}

export function Week({ days, at, isPhone, selected, onChoose }: Props) {
  const shown = isPhone ? days.filter(({ date }) => date.compare(at) === 0) : days;
  return (
    <>
      {isPhone && <Strip {...{ days, at, onChoose }} />}
      <ol className="week">
        {shown.map((day) => (
          <Day key={day.key} day={day} view="week" selected={selected} />
        ))}
      </ol>
    </>
  );
}

/** Dots on a day at most. */
const MOST_DOTS = 4;

function Strip({ days, at, onChoose }: Pick<Props, "days" | "at" | "onChoose">) {
  const zone = useZone();
  const present = today(zone);
  return (
    <nav className="strip" aria-label={words.strip}>
      {days.map(({ date, key, posts, cards }) => (
        <Button
          key={key}
          kind="quiet"
          {...(date.compare(at) === 0 && { "aria-current": "date" })}
          onPress={() => onChoose(date)}
        >
          <span className="hidden">
            {words.dayOf(dayName(date), posts.length, cards.length - posts.length)}
          </span>
          <span
            className={`strip-day ${date.compare(present) === 0 ? "strip-today" : ""}`}
            aria-hidden="true"
          >
            {weekdayName(date).slice(0, 2)} <b className="number">{date.day}</b>
          </span>
          <span className="strip-dots" aria-hidden="true">
            {cards.slice(0, MOST_DOTS).map((entry) => (
              <i key={entry.kind === "post" ? entry.post.id : entry.draft.id} />
            ))}
          </span>
        </Button>
      ))}
    </nav>
  );
}
