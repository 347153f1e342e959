// What a file shows, in words. What is typed stays, also when another file is looked at before it is saved.
import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { call, v1 } from "../api.ts";
import type { LibraryMedia } from "./queries.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { useChange } from "./useChange.ts";

interface Props {
  readonly file: LibraryMedia;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly autoFocus: boolean;
}

const MOST = 1500;
/** From here on it says how much is left. */
const NEARLY = 1400;

export function AltText({ file: { id, altText }, field, autoFocus }: Props) {
  const { id: profileId } = useProfile();
  const names = { field: useId(), hint: useId(), count: useId() };
  const { change, isBusy, error } = useChange();
  const [typed, setTyped] = useTyped(id);
  const text = typed ?? altText ?? "";
  // As the server counts.
  const length = Array.from(text.trim()).length;
  const isChanged = text.trim() !== (altText ?? "");
  const save = async () => {
    if (!isChanged || length > MOST || isBusy) return;
    const next = text.trim() === "" ? null : text.trim();
    const send = () => call(() => v1(profileId).media({ id }).patch({ altText: next }));
    if (await change(send, words.altSaved)) setTyped(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
  };
  return (
    <form className="field alt-form" onSubmit={submit}>
      <div className="alt-head">
        <label htmlFor={names.field}>{words.altText}</label>
        <span id={names.count} className={`small number ${length > MOST ? "problem" : ""}`}>
          {words.altCount(length, MOST)}
        </span>
      </div>
      <textarea
        ref={field}
        id={names.field}
        rows={4}
        className="text-area"
        dir="auto"
        value={text}
        aria-describedby={`${names.hint} ${names.count}`}
        aria-invalid={length > MOST}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for with the key A
        autoFocus={autoFocus}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={hear}
      />
      <p id={names.hint} className="small">
        {words.altHint}
      </p>
      <p className="hidden" role="status">
        {length > NEARLY && words.altLeft(MOST - length)}
      </p>
      {error !== null && <ErrorBox error={error} />}
      {isChanged && (
        <div className="row">
          <Button kind="primary" type="submit" isPending={isBusy} isDisabled={length > MOST}>
            {words.saveAlt}
          </Button>
          <span className="small">{words.unsaved}</span>
        </div>
      )}
    </form>
  );
}

/** What was typed and is not saved yet, kept for as long as this tab; null while there is nothing. */
function useTyped(id: string): readonly [string | null, (text: string | null) => void] {
  const name = `crier.alt.${id}`;
  const [typed, setTyped] = useState(() => sessionStorage.getItem(name));
  const keep = (text: string | null) => {
    setTyped(text);
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  };
  return [typed, keep];
}
