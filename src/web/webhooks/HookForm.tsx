// Creates a webhook or edits one: its address, what it is for, and which events it gets.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Checkbox, CheckboxGroup, Label, Radio, RadioGroup } from "react-aria-components";
import { call, fieldProblem, NoAnswerError } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useApi } from "../profile.tsx";
import { webhookWords as words } from "../words/webhooks.ts";
import type { EventType, EventTypes, Hook } from "./queries.ts";

interface Props {
  readonly types: EventTypes;
  /** Null: a new one. */
  readonly hook: Hook | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** As the server allows. */
const LONGEST_URL = 2000;
const LONGEST_DESCRIPTION = 200;

export function HookForm({ types, hook, onClose, onSecret }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const notice = useNotice();
  const [url, setUrl] = useState(hook?.url ?? "");
  const [description, setDescription] = useState(hook?.description ?? "");
  const [some, setSome] = useState<readonly EventType[] | null>(hook?.events ?? null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    const input = { url: url.trim(), description: description.trim(), events: some && [...some] };
    if (hook) {
      await call(() => api.webhooks({ id: hook.id }).patch(input));
      notice({ text: words.saved });
    } else onSecret((await call(() => api.webhooks.post(input))).secret);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await send();
      onClose();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listWebhooks"] });
  };
  const problem = fieldProblem(error, "/url");
  const isLost = error instanceof NoAnswerError && hook === null;
  return (
    <Dialog title={hook ? words.editTitle : words.create} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <Field
          label={words.url}
          name="url"
          type="url"
          hint={words.urlHint}
          placeholder="https://hooks.example/crier"
          isRequired
          maxLength={LONGEST_URL}
          value={url}
          onChange={setUrl}
          problem={problem}
        />
        <Field
          label={words.description}
          name="description"
          hint={words.descriptionHint}
          maxLength={LONGEST_DESCRIPTION}
          value={description}
          onChange={setDescription}
        />
        <Events types={types} value={some} onChange={setSome} />
        {isLost && <p className="problem">{words.lostAnswer}</p>}
        {error !== null && problem === null && !isLost && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" isPending={isBusy} isDisabled={some?.length === 0}>
            {hook ? words.saveButton : words.createButton}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface EventsProps {
  readonly types: EventTypes;
  /** Null: all. */
  readonly value: readonly EventType[] | null;
  readonly onChange: (value: readonly EventType[] | null) => void;
}

function Events({ types, value, onChange }: EventsProps) {
  const subjects = [...new Set(types.map(({ about }) => about))];
  const choose = (chosen: readonly string[]) =>
    onChange(types.flatMap(({ type }) => (chosen.includes(type) ? [type] : [])));
  return (
    <div className="hook-choice">
      <RadioGroup
        className="hook-which"
        value={value === null ? "all" : "some"}
        onChange={(which) => onChange(which === "all" ? null : [])}
      >
        <Label>{words.which}</Label>
        <Radio value="all" className="hook-radio">
          {words.allEvents} <span className="small">{words.allEventsMore}</span>
        </Radio>
        <Radio value="some" className="hook-radio">
          {words.someEvents}
        </Radio>
      </RadioGroup>
      {value !== null && (
        <CheckboxGroup
          aria-label={words.someEvents}
          value={[...value]}
          onChange={choose}
          className="hook-types"
        >
          {subjects.map((subject) => (
            <fieldset key={subject}>
              <legend>{words.subjects[subject]}</legend>
              {types
                .filter(({ about }) => about === subject)
                .map(({ type, when }) => (
                  <Checkbox key={type} value={type} className="hook-type">
                    <span className="hook-box" aria-hidden="true" />
                    <span>
                      <code>{type}</code> <span className="small">{when.replaceAll("`", "")}</span>
                    </span>
                  </Checkbox>
                ))}
            </fieldset>
          ))}
        </CheckboxGroup>
      )}
      {value?.length === 0 && <p className="small">{words.noneChosen}</p>}
    </div>
  );
}
