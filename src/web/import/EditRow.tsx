// Repairs one row of a file: its text, its accounts by their names, and when it goes out.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { now } from "../api.ts";
import { AccountChecks } from "../parts/AccountChecks.tsx";
import { Choice } from "../parts/Choice.tsx";
import { localTime, MomentField, momentOf } from "../parts/MomentField.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { accountsQuery } from "../today/queries.ts";
import { importWords as words } from "../words/import.ts";
import { accountsOf, captionOf, scheduleOf, withSchedule, type Fields, type ScheduleKind } from "./fields.ts";

interface Props {
  readonly number: number;
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
}

const KINDS: readonly ScheduleKind[] = ["queue", "time", "draft", "now"];
const DAY_MS = 86_400_000;

export function EditRow({ number, fields, onChange }: Props) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="edit-row" role="group" aria-label={words.editing(number)}>
      <div className="field">
        <label htmlFor={id}>{words.text}</label>
        <textarea
          id={id}
          ref={text}
          rows={4}
          dir="auto"
          className="text-area"
          value={captionOf(fields)}
          onChange={({ target }) => onChange({ ...fields, caption: target.value })}
        />
      </div>
      <Accounts fields={fields} onChange={onChange} />
      <Schedule fields={fields} onChange={onChange} />
    </div>
  );
}

type PartProps = Pick<Props, "fields" | "onChange">;

function Accounts({ fields, onChange }: PartProps) {
  const { id: profileId } = useProfile();
  const { data } = useQuery(accountsQuery(profileId));
  const accounts = data?.accounts ?? [];
  return (
    <AccountChecks
      label={words.accounts}
      accounts={accounts}
      chosen={accountsOf(fields, accounts)}
      onChange={(ids) => onChange({ ...fields, accounts: ids })}
    />
  );
}

function Schedule({ fields, onChange }: PartProps) {
  const zone = useZone();
  const { kind, at } = scheduleOf(fields);
  const time = at ?? new Date(now() + DAY_MS).toISOString();
  return (
    <div className="edit-when">
      <Choice<ScheduleKind>
        label={words.when}
        usual="queue"
        value={kind}
        options={KINDS.map((value) => ({ value, name: words.schedules[value] }))}
        onChange={(next) => onChange(withSchedule(fields, next, time))}
      />
      {kind === "time" && (
        <MomentField
          label={words.schedules.time}
          value={localTime(time, zone)}
          onChange={(value) => onChange(withSchedule(fields, "time", momentOf(value, zone)))}
        />
      )}
    </div>
  );
}
