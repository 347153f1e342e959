// Asks by how many days the selected posts move; the time of day stays.
import { parseAbsolute } from "@internationalized/date";
import { useState, type FormEvent } from "react";
import { now } from "../api.ts";
import type { PostRow } from "../lists.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { bulkWords as words } from "../words/bulk.ts";
import { waitingAmong } from "./bulk-acts.ts";
import "./ShiftDays.css";

interface Props {
  readonly posts: readonly PostRow[];
  readonly onClose: () => void;
  readonly onChoose: (days: number) => void;
}

/** As the server allows. */
const MOST_DAYS = 366;

export function ShiftDays({ posts, onClose, onChoose }: Props) {
  const zone = useZone();
  const { timezone } = useProfile();
  const [text, setText] = useState("1");
  const days = Math.trunc(Math.min(Math.max(Number(text), -MOST_DAYS), MOST_DAYS)) || 0;
  const set = (value: number) => setText(String(value));
  const times = waitingAmong(posts).flatMap(({ scheduledFor }) => scheduledFor ?? []);
  const first = times.toSorted()[0];
  // By the profile's calendar, whatever zone is shown.
  const to = first && parseAbsolute(first, timezone).add({ days }).toAbsoluteString();
  const isPast = to !== undefined && to !== "" && Date.parse(to) <= now();
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (days !== 0) onChoose(days);
  };
  return (
    <Dialog title={words.shiftTitle(times.length)} isOpen onClose={onClose}>
      <form className="form shift-days" onSubmit={choose}>
        <div className="field">
          <label htmlFor="shift-by">{words.shiftDays}</label>
          <div className="shift-steps">
            <Button aria-label={words.less} onPress={() => set(days - 1)}>
              −
            </Button>
            <input
              id="shift-by"
              className="number"
              type="number"
              min={-MOST_DAYS}
              max={MOST_DAYS}
              value={text}
              onChange={({ target: { value } }) => setText(value)}
              autoFocus
            />
            <Button aria-label={words.more} onPress={() => set(days + 1)}>
              +
            </Button>
          </div>
        </div>
        {first && to && <p>{words.shiftExample(moment(first, zone), moment(to, zone))}</p>}
        <p className="small">
          {words.shiftHint} {times.length < posts.length && words.shiftRest}
        </p>
        {isPast && (
          <p className="problem" role="status">
            {words.shiftPast}
          </p>
        )}
        <div className="row end">
          <Button onPress={onClose}>{words.close}</Button>
          <Button kind="primary" type="submit" isDisabled={days === 0}>
            {words.later(days)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
