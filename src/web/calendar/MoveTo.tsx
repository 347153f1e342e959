// Asks where a post should go: to a free slot, to a time, or back to the drafts.
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { isOver, localTime, MomentField, momentOf } from "../parts/MomentField.tsx";
import { Time } from "../parts/Time.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { queueQuery } from "../queue/queries.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { postWords } from "../words/post.ts";
import type { Goal, Movable } from "./moves.ts";
import "./MoveTo.css";

interface Props {
  readonly post: Movable;
  /** To begin with, for a draft. */
  readonly proposed?: string | undefined;
  readonly onClose: () => void;
  readonly onChoose: (goal: Goal) => void;
}

const HOUR_MS = 3_600_000;
/** Free slots that are offered. */
const OFFERED = 6;

export function MoveTo({ post, proposed, onClose, onChoose }: Props) {
  const zone = useZone();
  const [value, setValue] = useState(() =>
    localTime(post.at ?? proposed ?? new Date(now() + HOUR_MS).toISOString(), zone),
  );
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (!isOver(value, zone)) onChoose({ kind: "time", at: momentOf(value, zone) });
  };
  return (
    <Dialog title={post.at === null ? words.giveTime : words.moveTo} isOpen onClose={onClose}>
      <form className="form move-to" onSubmit={choose}>
        <MomentField label={postWords.date} value={value} onChange={setValue} />
        <FreeSlots onChoose={onChoose} />
        <div className="row end">
          {post.at !== null && (
            <Button kind="quiet" onPress={() => onChoose({ kind: "draft" })}>
              {words.unschedule}
            </Button>
          )}
          <Button kind="primary" type="submit" isDisabled={isOver(value, zone)}>
            {words.move}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function FreeSlots({ onChoose }: Pick<Props, "onChoose">) {
  const { id } = useProfile();
  const { data } = useQuery(queueQuery(id));
  const free = data?.upcoming.filter(({ state }) => state === "free").slice(0, OFFERED) ?? [];
  if (free.length === 0) return null;
  return (
    <fieldset className="move-slots">
      <legend>{words.slots}</legend>
      <div className="row">
        {free.map(({ at }) => (
          <Button key={at} size="small" onPress={() => onChoose({ kind: "slot", at })}>
            <Time at={at} />
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
