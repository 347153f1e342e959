// The times of one day of the week.
import { Ellipsis, Plus } from "lucide-react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { useProfile } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";
import { add, change, copyTo, isWorkday, remove, timeToAdd, type Rhythm, type SlotTime } from "./rhythm.ts";
import { TimeChip } from "./TimeChip.tsx";

interface Props {
  /** 0 is Monday. */
  readonly day: number;
  readonly times: readonly SlotTime[];
  readonly rhythm: Rhythm;
  readonly set: (rhythm: Rhythm) => void;
}

export function DayTimes({ day, times, rhythm, set }: Props) {
  const { timezone } = useProfile();
  const name = words.days[day] ?? "";
  return (
    <li className="rhythm-day" data-weekday={day}>
      <h3>
        <span aria-hidden="true">{words.shortDays[day]}</span>
        <span className="hidden">{name}</span>
      </h3>
      <ul>
        {times.map((slot, index) => (
          <TimeChip
            // The time in one place stays in it while it changes, and keeps the focus.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            slot={slot}
            label={words.timeOn(name)}
            zone={slot.timezone === timezone ? null : slot.timezone}
            onChange={(time) => set(change(rhythm, day, slot, time))}
            onRemove={() => set(remove(rhythm, day, slot))}
          />
        ))}
      </ul>
      <div className="rhythm-day-acts">
        <Button
          kind="quiet"
          size="small"
          aria-label={words.addOn(name)}
          onPress={() => set(add(rhythm, day, { time: timeToAdd(rhythm, day), timezone }))}
        >
          <Plus size={14} aria-hidden="true" />
        </Button>
        {times.length > 0 && <DayMenu {...{ day, rhythm, set, name }} />}
      </div>
    </li>
  );
}

interface MenuProps extends Pick<Props, "day" | "rhythm" | "set"> {
  readonly name: string;
}

function DayMenu({ day, rhythm, set, name }: MenuProps) {
  const acts = {
    workdays: () => set(copyTo(rhythm, day, isWorkday)),
    all: () => set(copyTo(rhythm, day, () => true)),
    clear: () => set(rhythm.with(day, [])),
  };
  const items = [
    ["workdays", words.copyWorkdays],
    ["all", words.copyAll],
    ["clear", words.clearDay],
  ] as const;
  return (
    <MenuTrigger>
      <AriaButton className="button quiet small" aria-label={words.more(name)}>
        <Ellipsis size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className="menu-popover">
        <Menu className="menu" aria-label={words.more(name)}>
          {items.map(([id, text]) => (
            <MenuItem key={id} id={id} className="menu-item" onAction={acts[id]}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
