// One time of the rhythm: arrows and digits change it, a click asks for another one.
import { parseTime } from "@internationalized/date";
import { Minus, Plus } from "lucide-react";
import { useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { DateInput, DateSegment, Label, TimeField, type TimeValue } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { queueWords as words } from "../words/queue.ts";
import { shift, type SlotTime } from "./rhythm.ts";

interface Props {
  readonly slot: SlotTime;
  readonly label: string;
  /** Its own zone; null where it is the profile's. */
  readonly zone: string | null;
  readonly onChange: (time: string) => void;
  readonly onRemove: () => void;
}

const STEP = 5;
const BIG_STEP = 60;
const LAST = 24 * 60 - 1;

export function TimeChip({ slot: { time }, label, zone, onChange, onRemove }: Props) {
  const [isAsking, setAsking] = useState(false);
  const typed = useRef("");
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = shiftKey ? BIG_STEP : STEP;
    if (key === "ArrowUp") onChange(shift(time, by));
    else if (key === "ArrowDown") onChange(shift(time, -by));
    else if (key === "Backspace" || key === "Delete") onRemove();
    else if (key === "Enter" || key === " ") setAsking(true);
    else if (/^\d$/.test(key)) {
      typed.current = `${typed.current}${key}`.slice(-4);
      const found = /^([01]\d|2[0-3])([0-5]\d)$/.exec(typed.current);
      if (found) {
        typed.current = "";
        onChange(`${found[1]}:${found[2]}`);
      }
    } else return;
    event.preventDefault();
  };
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return (
    <li className="time-chip">
      <span
        className="time-value"
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={hour * 60 + minute}
        aria-valuemin={0}
        aria-valuemax={LAST}
        aria-valuetext={zone === null ? time : `${time} ${zone}`}
        onKeyDown={press}
        onClick={() => setAsking(true)}
      >
        {time}
        {zone !== null && <span className="time-zone">{zone.replace(/.*\//, "").replaceAll("_", " ")}</span>}
      </span>
      {isAsking && (
        <AskTime
          {...{ time, label, onRemove }}
          onClose={() => setAsking(false)}
          onSet={(next) => {
            setAsking(false);
            onChange(next);
          }}
        />
      )}
    </li>
  );
}

interface AskProps extends Pick<Props, "label" | "onRemove"> {
  readonly time: string;
  readonly onClose: () => void;
  readonly onSet: (time: string) => void;
}

function AskTime({ time, label, onRemove, onClose, onSet }: AskProps) {
  const [value, setValue] = useState<TimeValue>(() => parseTime(time));
  const set = (event: FormEvent) => {
    event.preventDefault();
    onSet(value.toString().slice(0, 5));
  };
  return (
    <Dialog title={words.changeTime} isOpen onClose={onClose}>
      <form className="form" onSubmit={set}>
        <TimeField<TimeValue>
          className="field"
          value={value}
          hourCycle={24}
          shouldForceLeadingZeros
          onChange={(chosen) => chosen && setValue(chosen)}
          autoFocus
        >
          <Label>{label}</Label>
          <div className="time-steps">
            <Button aria-label={words.earlier} onPress={() => setValue(value.subtract({ minutes: STEP }))}>
              <Minus size={16} aria-hidden="true" />
            </Button>
            <DateInput className="date-input">
              {(segment) => <DateSegment segment={segment} className="date-segment" />}
            </DateInput>
            <Button aria-label={words.later} onPress={() => setValue(value.add({ minutes: STEP }))}>
              <Plus size={16} aria-hidden="true" />
            </Button>
          </div>
        </TimeField>
        <div className="row end">
          <Button kind="danger" onPress={onRemove}>
            {words.remove}
          </Button>
          <Button kind="primary" type="submit">
            {words.set}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
