// A field for a date and a time in the screen's zone, which says what the clocks make of it there.
import {
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
  type DateValue,
} from "@internationalized/date";
import { DateField, DateInput, DateSegment, Label } from "react-aria-components";
import { now } from "../api.ts";
import { useZone } from "../profile.tsx";
import { regionWords as words } from "../words/region.ts";
import { shellWords } from "../words/shell.ts";
import "./MomentField.css";

/** A date and a time of day as they are in the zone, on whole minutes. @param at ISO 8601 */
export const localTime = (at: string, zone: string): CalendarDateTime =>
  toCalendarDateTime(parseAbsolute(at, zone)).set({ second: 0, millisecond: 0 });

/** Where the clocks skip the time it is moved on by the gap; of two it is the first. */
export const momentOf = (value: CalendarDateTime, zone: string): string =>
  toZoned(value, zone, "compatible").toDate().toISOString();

interface Props {
  readonly label: string;
  readonly value: CalendarDateTime;
  readonly onChange: (value: CalendarDateTime) => void;
}

export function MomentField({ label, value, onChange }: Props) {
  const zone = useZone();
  const problem = isOver(value, zone) ? words.past : clockProblem(value, zone);
  return (
    <>
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
    </>
  );
}

export const isOver = (value: CalendarDateTime, zone: string): boolean =>
  Date.parse(momentOf(value, zone)) <= now();

/** When the clocks change, a time is left out or comes twice. */
function clockProblem(value: CalendarDateTime, zone: string): string | null {
  const [early, late] = [toZoned(value, zone, "earlier"), toZoned(value, zone, "later")];
  if (early.compare(late) === 0) return null;
  const time = timeOf(value);
  // A time that is left out becomes another one; one that comes twice stays what it is.
  return timeOf(late) === time ? words.twice(time) : words.skipped(time, timeOf(late));
}

const timeOf = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
