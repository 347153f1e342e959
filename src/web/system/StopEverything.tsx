// The switch that stops all publishing, for a day on which nothing may go out.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { systemWords as words } from "../words/system.ts";

interface Props {
  readonly paused: { readonly reason: string; readonly since: string; readonly by: string } | null;
}

export function StopEverything({ paused }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<unknown>(null);
  useKeys([
    { key: "mod+.", does: words.stop, run: () => setAsking(true), when: () => paused === null && !isAsking },
  ]);
  const queries = useQueryClient();
  const notice = useNotice();
  const change = async (send: () => Promise<unknown>, text: string) => {
    setError(null);
    try {
      await send();
      setAsking(false);
      notice({ text });
    } catch (fault) {
      setError(fault);
    }
    for (const operation of ["getSystem", "getSession"])
      await queries.invalidateQueries({ queryKey: [operation] });
  };
  const stop = (event: FormEvent) => {
    event.preventDefault();
    void change(() => call(() => admin().pause.put({ reason: reason.trim() })), words.stopped);
  };
  return (
    <section className="card">
      <h2>{words.stop}</h2>
      <p>{words.stopMore}</p>
      {paused && (
        <p>
          <b>{paused.reason}</b> <span className="small">{words.stoppedSince(paused.by)}, </span>
          <Time at={paused.since} />
        </p>
      )}
      {error !== null && <ErrorBox error={error} />}
      <div>
        {paused ? (
          <Button
            kind="primary"
            onPress={() => void change(() => call(() => admin().pause.delete()), words.started)}
          >
            {words.start}
          </Button>
        ) : (
          <Button kind="danger" onPress={() => setAsking(true)}>
            {words.stop}
          </Button>
        )}
      </div>
      <Dialog title={words.stop} isOpen={isAsking} onClose={() => setAsking(false)}>
        <form className="form" onSubmit={stop}>
          <p>{words.stopMore}</p>
          <Field
            label={words.stopReason}
            name="reason"
            hint={words.stopHint}
            isRequired
            maxLength={200}
            value={reason}
            onChange={setReason}
          />
          <div className="row end">
            <Button onPress={() => setAsking(false)}>{words.cancel}</Button>
            <Button kind="danger" type="submit">
              {words.stopButton}
            </Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}
