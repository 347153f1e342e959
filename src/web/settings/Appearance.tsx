// Name, time zone and theme of the person who is signed in.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { admin, call, fieldProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Check } from "../parts/Check.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { ZoneField } from "../parts/ZoneField.tsx";
import { sessionQuery, useSession } from "../session.tsx";
import type { Theme } from "../theme.ts";
import { settingsWords as words } from "../words/settings.ts";
import "../parts/Radios.css";

interface Changes {
  readonly name?: string | null;
  readonly timezone?: string | null;
  readonly theme?: Theme;
  readonly letterKeys?: boolean;
}

const THEMES = Object.keys(words.themes) as readonly Theme[];

export function Appearance() {
  const session = useSession();
  const queries = useQueryClient();
  const notice = useNotice();
  const [name, setName] = useState(session.name ?? "");
  const [timezone, setTimezone] = useState(session.settings.timezone ?? "");
  const [error, setError] = useState<unknown>(null);
  const change = async (changes: Changes) => {
    setError(null);
    try {
      queries.setQueryData(sessionQuery.queryKey, await call(() => admin().me.patch(changes)));
      notice({ text: words.saved });
    } catch (fault) {
      setError(fault);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const written = { name: name.trim(), timezone: timezone.trim() };
    void change({ name: written.name || null, timezone: written.timezone || null });
  };
  const zoneProblem = fieldProblem(error, "/timezone");
  return (
    <section className="card">
      <h2>{words.appearance}</h2>
      <form className="form narrow" onSubmit={save}>
        <Field
          label={words.name}
          name="name"
          hint={words.nameHint}
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <ZoneField
          label={words.myTime}
          hint={words.myTimeHint}
          value={timezone}
          onChange={setTimezone}
          problem={zoneProblem}
        />
        <div>
          <Button type="submit">{words.save}</Button>
        </div>
      </form>
      <RadioGroup
        className="radios"
        value={session.settings.theme}
        onChange={(theme) => void change({ theme: THEMES.find((each) => each === theme) ?? "auto" })}
      >
        <Label>{words.theme}</Label>
        {THEMES.map((theme) => (
          <Radio key={theme} value={theme} className="radio">
            {words.themes[theme]}
          </Radio>
        ))}
      </RadioGroup>
      <Check isSelected={session.settings.letterKeys} onChange={(letterKeys) => void change({ letterKeys })}>
        {words.letterKeys}
      </Check>
      <p className="small">{words.letterKeysMore}</p>
      {error !== null && zoneProblem === null && <ErrorBox error={error} />}
    </section>
  );
}
