// Asks when a post should go out: in the next free slot, or at a time in the profile's zone.
import { useState, type FormEvent } from "react";
import { now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { isOver, localTime, MomentField, momentOf } from "../parts/MomentField.tsx";
import { useZone } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";

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
  const [value, setValue] = useState(() => localTime(at ?? new Date(now() + DEFAULT_MS).toISOString(), zone));
  const isPast = isOver(value, zone);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (!isPast) onChoose(momentOf(value, zone));
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="form" onSubmit={choose}>
        <MomentField label={words.date} value={value} onChange={setValue} />
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
