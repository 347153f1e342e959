// A field for a day and a time in the zone of the screen, which says what the clocks do to it.
import {
  type CalendarDateTime,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type DateValue,
} from "@internationalized/date";
import { DateField, DateInput, DateSegment, Label } from "react-aria-components";
import { now } from "../api.ts";
import { regionWords as words } from "../words/region.ts";
import { shellWords } from "../words/shell.ts";
import "./MomentField.css";

interface Props {
  readonly label: string;
  readonly value: CalendarDateTime;
  readonly onChange: (value: CalendarDateTime) => void;
  readonly zone: string;
}

export function MomentField({ label, value, onChange, zone }: Props) {
  const problem = isPast(value, zone) ? words.past : clockProblem(value, zone);
  return (
    <div className="moment-field">
      <DateField<DateValue>
        className="field"
        value={value}
        granularity="minute"
        hourCycle={24}
        shouldForceLeadingZeros
        onChange={(chosen) => chosen && onChange(toCalendarDateTime(chosen))}
      >
        <Label>{label}</Label>
        <DateInput className="date-input">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
      </DateField>
      <p className="small">{shellWords.zone(zone)}</p>
      {problem !== null && (
        <p className="problem" role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

/** What the clocks of that zone show then. @param at an ISO time */
export const shownAt = (at: string, zone: string): CalendarDateTime =>
  toCalendarDateTime(parseAbsolute(at, zone)).set({ second: 0, millisecond: 0 });

/** The moment at which they show it, for the first time; ISO. */
export const momentOf = (value: CalendarDateTime, zone: string): string =>
  toZoned(value, zone, "earlier").toDate().toISOString();

export const isPast = (value: CalendarDateTime, zone: string): boolean =>
  Date.parse(momentOf(value, zone)) <= now();

/** When the clocks change, a time is left out or comes twice. */
function clockProblem(value: CalendarDateTime, zone: string): string | null {
  const [early, late] = [toZoned(value, zone, "earlier"), toZoned(value, zone, "later")];
  if (early.compare(late) === 0) return null;
  const asked = timeOf(value);
  // A time that is left out becomes another one; one that comes twice stays what it is.
  return timeOf(early) === asked ? words.twice(asked) : words.skipped(asked, timeOf(early));
}

const timeOf = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
