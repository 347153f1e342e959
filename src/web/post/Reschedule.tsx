// Asks when a post should go out: in the next free slot, or at a time in the profile's zone.
import type { CalendarDateTime } from "@internationalized/date";
import { useState, type FormEvent } from "react";
import { now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { isPast, MomentField, momentOf, shownAt } from "../parts/MomentField.tsx";
import { useZone } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";

interface Props {
  /** The present time; null without one. */
  readonly at: string | null;
  readonly onClose: () => void;
  /** @param when `queue`, or a time with its offset */
  readonly onChoose: (when: string) => void;
}

export function Reschedule({ at, onClose, onChoose }: Props) {
  const zone = useZone();
  const [value, setValue] = useState<CalendarDateTime>(() =>
    shownAt(at ?? new Date(now() + DEFAULT_MS).toISOString(), zone),
  );
  const isGone = isPast(value, zone);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (!isGone) onChoose(momentOf(value, zone));
  };
  return (
    <Dialog title={words.rescheduleTitle} isOpen onClose={onClose}>
      <form className="form" onSubmit={choose}>
        <MomentField label={words.date} value={value} onChange={setValue} zone={zone} />
        <div className="row end">
          <Button onPress={() => onChoose("queue")}>{words.setSlot}</Button>
          <Button kind="primary" type="submit" isDisabled={isGone}>
            {words.setTime}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const DEFAULT_MS = 3_600_000;
