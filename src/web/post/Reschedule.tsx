// Asks when a post should go out: in the next free slot, or at a time in the profile's zone.
import {
  type CalendarDateTime,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type DateValue,
} from "@internationalized/date";
import { useState, type FormEvent } from "react";
import { DateField, DateInput, DateSegment, Label } from "react-aria-components";
import { now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useZone } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import { shellWords } from "../words/shell.ts";
import "./Reschedule.css";

interface Props {
  /** The present time; null without one. */
  readonly at: string | null;
  /** Without one, it is about a single post. */
  readonly title?: string;
  readonly onClose: () => void;
  /** @param when `queue`, or a time with its offset */
  readonly onChoose: (when: string) => void;
}

export function Reschedule({ at, title = words.rescheduleTitle, onClose, onChoose }: Props) {
  const zone = useZone();
  const [value, setValue] = useState<CalendarDateTime>(() =>
    toCalendarDateTime(parseAbsolute(at ?? new Date(now() + DEFAULT_MS).toISOString(), zone)).set({
      second: 0,
      millisecond: 0,
    }),
  );
  const moment = toZoned(value, zone, "earlier").toDate();
  const isPast = moment.getTime() <= now();
  const problem = isPast ? words.past : clockProblem(value, zone);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (!isPast) onChoose(moment.toISOString());
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="form reschedule" onSubmit={choose}>
        <DateField<DateValue>
          className="field"
          value={value}
          granularity="minute"
          hourCycle={24}
          shouldForceLeadingZeros
          onChange={(chosen) => chosen && setValue(toCalendarDateTime(chosen))}
        >
          <Label>{words.date}</Label>
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
        <div className="row end">
          <Button onPress={() => onChoose("queue")}>{words.setSlot}</Button>
          <Button kind="primary" type="submit" isDisabled={isPast}>
            {words.setTime}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const DEFAULT_MS = 3_600_000;

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
