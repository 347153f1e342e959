// Creates a key: what it is for, what it may do, and how long it works.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Checkbox, CheckboxGroup, Label, Radio, RadioGroup } from "react-aria-components";
import { admin, call, fieldProblem, NoAnswerError, now } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Check } from "../parts/Check.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { keyWords as words } from "../words/keys.ts";
import { SCOPES, type FreshKey, type Scope } from "./queries.ts";
import "../parts/Radios.css";

interface Props {
  /** What it is called until the person changes it. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onMade: (fresh: FreshKey) => void;
}

/** As the server allows. */
const LONGEST_NAME = 100;
const DAY_MS = 86_400_000;

export function KeyForm({ name: suggested, onClose, onMade }: Props) {
  const { id } = useProfile();
  const queries = useQueryClient();
  const [name, setName] = useState(suggested);
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [simulatedOnly, setSimulatedOnly] = useState(false);
  const [days, setDays] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const expiresAt = days === "" ? null : new Date(now() + Number(days) * DAY_MS).toISOString();
      const body = { name: name.trim(), scopes: [...scopes], expiresAt, simulatedOnly };
      const { key, ...record } = await call(() => admin().profiles({ id }).keys.post(body));
      onMade({ key, record });
      onClose();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listKeys"] });
  };
  const problem = fieldProblem(error, "/name");
  const isLost = error instanceof NoAnswerError;
  return (
    <Dialog title={words.create} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void make(event)}>
        <Field
          label={words.name}
          name="name"
          hint={words.nameHint}
          isRequired
          maxLength={LONGEST_NAME}
          value={name}
          onChange={setName}
          problem={problem}
        />
        <Rights scopes={scopes} onChange={setScopes} />
        <Checkbox className="check-item key-check" isSelected={simulatedOnly} onChange={setSimulatedOnly}>
          <span className="check-item-box" aria-hidden="true" />
          <span>
            {words.simulatedOnly} <span className="small">{words.simulatedOnlyMore}</span>
          </span>
        </Checkbox>
        <RadioGroup className="radios" value={days} onChange={setDays}>
          <Label>{words.expires}</Label>
          {Object.entries(words.expiry).map(([value, text]) => (
            <Radio key={value} value={value} className="radio">
              {text}
            </Radio>
          ))}
        </RadioGroup>
        {isLost && <p className="problem">{words.lostAnswer}</p>}
        {error !== null && problem === null && !isLost && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" isPending={isBusy} isDisabled={scopes.length === 0}>
            {words.createButton}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RightsProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

function Rights({ scopes, onChange }: RightsProps) {
  return (
    <CheckboxGroup
      className="key-rights"
      value={[...scopes]}
      onChange={(chosen) => onChange(SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Label>{words.rights}</Label>
      {SCOPES.map((scope) => (
        <Check key={scope} value={scope}>
          {words.scopes[scope].sentence}
        </Check>
      ))}
      {scopes.length === 0 && <p className="small">{words.noRight}</p>}
    </CheckboxGroup>
  );
}
