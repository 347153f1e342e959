// Pauses the queue, with a reason and an end, and resumes it.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Radio, RadioGroup, Label } from "react-aria-components";
import { call, now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { isOver, localTime, MomentField, momentOf } from "../parts/MomentField.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { refresh } from "../calendar/moves.ts";
import { useApi, useZone } from "../profile.tsx";
import { problemText } from "../words/problem.ts";
import { queueWords as words } from "../words/queue.ts";

const DAY_MS = 86_400_000;
const LONGEST_REASON = 200;

export function PauseDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const [reason, setReason] = useState("");
  const [hasEnd, setHasEnd] = useState(false);
  const [end, setEnd] = useState(() => localTime(new Date(now() + DAY_MS).toISOString(), zone));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const pause = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || (hasEnd && isOver(end, zone))) return;
    setBusy(true);
    try {
      const until = hasEnd ? momentOf(end, zone) : null;
      await call(() => api.queue.pause.put({ reason: reason.trim(), until }));
      await refresh(queries);
      notice({ text: words.isPaused });
      onClose();
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.pause} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void pause(event)}>
        <p>{words.pauseMore}</p>
        <Field
          label={words.reason}
          name="reason"
          hint={words.reasonHint}
          isRequired
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={setReason}
        />
        <RadioGroup
          className="radio-list"
          value={hasEnd ? "time" : "open"}
          onChange={(value) => setHasEnd(value === "time")}
        >
          <Label>{words.until}</Label>
          <Radio value="open">{words.untilResumed}</Radio>
          <Radio value="time">{words.untilTime}</Radio>
        </RadioGroup>
        {hasEnd && <MomentField label={words.untilWhen} value={end} onChange={setEnd} />}
        {error !== null && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button kind="danger" type="submit" isPending={isBusy}>
            {words.pauseButton}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Resuming a queue that is not paused does nothing: it can be asked for again. */
export function useResume(): { readonly resume: () => void; readonly isBusy: boolean } {
  const api = useApi();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const resume = async () => {
    setBusy(true);
    try {
      await call(() => api.queue.pause.delete());
      notice({ text: words.resumed });
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
    await refresh(queries);
    setBusy(false);
  };
  return { resume: () => void resume(), isBusy };
}
