// Asks for a note before a review is asked for or decided.
import { useState, type FormEvent } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { postWords as words } from "../words/post.ts";

interface Props {
  readonly state: "asked" | "approved" | "returned";
  /** When it goes out once it is approved; null: it stays a draft. */
  readonly wish: string | null;
  readonly onClose: () => void;
  /** @param note "" for none */
  readonly onSend: (note: string) => void;
}

const LONGEST_NOTE = 2000;

export function ReviewDialog({ state, wish, onClose, onSend }: Props) {
  const [note, setNote] = useState("");
  const about = words.reviewDialogs[state];
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(note.trim());
  };
  return (
    <Dialog title={about.title} isOpen onClose={onClose}>
      <form className="form" onSubmit={send}>
        <p>{state === "approved" && wish !== null ? words.approvedGoesOut : about.more}</p>
        <TextField className="field" value={note} onChange={setNote} maxLength={LONGEST_NOTE} autoFocus>
          <Label>{words.reviewNote}</Label>
          <TextArea rows={3} />
        </TextField>
        <div className="row end">
          <Button onPress={onClose}>{words.reviewCancel}</Button>
          <Button kind="primary" type="submit">
            {about.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
