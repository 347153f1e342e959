// Chooses when a post goes out: the next free slot, a certain one, a day and a time, or now.
import type { CalendarDateTime } from "@internationalized/date";
import { useState, type FormEvent, type ReactNode } from "react";
import { now } from "../../api.ts";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Excerpt } from "../../parts/Excerpt.tsx";
import { isOver, localTime, MomentField, momentOf } from "../../parts/MomentField.tsx";
import { ErrorBox, Skeleton } from "../../parts/Region.tsx";
import { useZone } from "../../profile.tsx";
import { moment } from "../../time.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { When } from "../draft.ts";
import { useHolders, useQueue } from "./slots.ts";
import "./When.css";

interface Props {
  readonly when: When;
  /** The post itself, which may hold a slot; null before it is there. */
  readonly postId: string | null;
  readonly onChoose: (when: When) => void;
  readonly onClose: () => void;
}

export function WhenDialog({ when, postId, onChoose, onClose }: Props) {
  const zone = useZone();
  const queue = useQueue();
  const next = queue.data?.nextFree ?? null;
  const choose = (chosen: When) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <Dialog title={words.whenTitle} kind="tall" isOpen onClose={onClose}>
      <div className="when-choices">
        <Choice
          isChosen={when.kind === "queue"}
          onChoose={() => choose({ kind: "queue" })}
          isDisabled={queue.data !== undefined && next === null}
          title={words.nextSlot}
          note={next === null ? (queue.data ? words.noSlots : words.nextSlotMore) : moment(next, zone)}
        />
        <Choice
          isChosen={when.kind === "now"}
          onChoose={() => choose({ kind: "now" })}
          title={words.now}
          note={words.nowMore}
        />
      </div>
      <TimeForm when={when} onChoose={choose} />
      <section className="when-slots" aria-labelledby="slots">
        <h3 id="slots">{words.slots}</h3>
        {queue.error !== null && <ErrorBox error={queue.error} retry={queue.refetch} />}
        {queue.isPending ? <Skeleton rows={4} /> : <SlotList {...{ when, postId }} onChoose={choose} />}
      </section>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly note: ReactNode;
}

function Choice({ isChosen, isDisabled = false, onChoose, title, note }: ChoiceProps) {
  return (
    <button
      type="button"
      className={`when-choice ${isChosen ? "chosen" : ""}`}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onChoose}
    >
      <b>{title}</b>
      <span className="small">{note}</span>
    </button>
  );
}

type ChooseProps = Pick<Props, "when" | "onChoose">;

function SlotList({ when, postId, onChoose }: ChooseProps & Pick<Props, "postId">) {
  const zone = useZone();
  const { data } = useQueue();
  const holders = useHolders(true);
  return (
    <ul className="slot-list">
      {data?.upcoming.map(({ at, state, postId: holder, reason }) => {
        const isOwn = holder !== null && holder === postId;
        const excerpt = holder === null ? undefined : holders.get(holder);
        const note = isOwn ? "" : excerpt === undefined ? words.heldBySome : words.taken(excerpt);
        return (
          <li key={at}>
            <Choice
              isChosen={when.kind === "slot" && when.at === at}
              isDisabled={state !== "free" && !isOwn}
              onChoose={() => onChoose({ kind: "slot", at })}
              title={moment(at, zone)}
              note={
                state === "free" ? (
                  words.free
                ) : state === "held" ? (
                  <Excerpt text={note} lines={1} />
                ) : (
                  <span title={reason ?? undefined}>{words.tooSoon}</span>
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

const DEFAULT_MS = 3_600_000;

function TimeForm({ when, onChoose }: ChooseProps) {
  const zone = useZone();
  const [value, setValue] = useState<CalendarDateTime>(() =>
    localTime("at" in when ? when.at : new Date(now() + DEFAULT_MS).toISOString(), zone),
  );
  const isPast = isOver(value, zone);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (!isPast) onChoose({ kind: "time", at: momentOf(value, zone) });
  };
  return (
    <form className={`when-time ${when.kind === "time" ? "chosen" : ""}`} onSubmit={choose}>
      <MomentField label={words.time} value={value} onChange={setValue} />
      <Button type="submit" isDisabled={isPast}>
        {words.setTime}
      </Button>
    </form>
  );
}
