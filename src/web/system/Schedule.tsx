// When the server makes backups by itself, how many it keeps, and where.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { backupWords as words } from "../words/backups.ts";
import type { Schedule } from "./backups.ts";

export function SchedulePlace({ schedule }: { readonly schedule: Schedule }) {
  const [isOpen, setOpen] = useState(false);
  const { every, keep, folder, fixed } = schedule;
  return (
    <div className="card-part">
      <div className="card-top">
        <h3>{words.schedule}</h3>
        <Button size="small" aria-label={words.changeLabel} onPress={() => setOpen(true)}>
          {words.change}
        </Button>
      </div>
      <p>{words.summary(whenWords(every), keep)}</p>
      <p className="small">
        {words.copies(folder)}
        {fixed.length > 0 && `. ${words.fixed(fixed.map(settingOf))}`}
      </p>
      {isOpen && <ScheduleDialog schedule={schedule} onClose={() => setOpen(false)} />}
    </div>
  );
}

const settingOf = (field: Schedule["fixed"][number]) => `CRIER_BACKUP_${field.toUpperCase()}`;
const isTime = (every: string | null): every is string => every?.includes(":") ?? false;

function whenWords(every: string | null): string {
  if (every === null) return words.never;
  return isTime(every) ? words.daily(every) : nameOf(every).toLowerCase();
}

const nameOf = (every: string): string =>
  RHYTHMS.find(([value]) => value === every)?.[1] ?? words.other(every);
const RHYTHMS = Object.entries(words.rhythms);
const KEEPS = [7, 14, 30, 90];
/** What most want: at night, for two weeks. */
const USUAL = { time: "03:15", keep: "14" };

interface Props {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

function ScheduleDialog({ schedule, onClose }: Props) {
  const { every, keep, folder, timezone, fixed } = schedule;
  const queries = useQueryClient();
  const notice = useNotice();
  const [rhythm, setRhythm] = useState(isTime(every) ? "daily" : (every ?? ""));
  const [time, setTime] = useState(isTime(every) ? every : USUAL.time);
  const [count, setCount] = useState(every === null && keep === null ? USUAL.keep : String(keep ?? ""));
  const [place, setPlace] = useState(folder);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const chosen = {
        every: rhythm === "daily" ? time : rhythm === "" ? null : rhythm,
        keep: count === "" ? null : Number(count),
        folder: place.trim() === "" ? null : place.trim(),
      };
      // What the settings decide is sent as it is.
      const fixedFields = Object.fromEntries(fixed.map((field) => [field, schedule[field]]));
      await call(() => admin().backups.schedule.put({ ...chosen, ...fixedFields }));
      notice({ text: words.saved });
      onClose();
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
    await queries.invalidateQueries({ queryKey: ["listBackups"] });
  };
  const folderProblem = fieldProblem(error, "/folder");
  return (
    <Dialog title={words.scheduleTitle} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(event)}>
        {fixed.length > 0 && <p className="small">{words.fixed(fixed.map(settingOf))}</p>}
        <div className="row">
          {!fixed.includes("every") && (
            <Choice
              label={words.when}
              value={rhythm}
              options={RHYTHMS.map(([value, name]) => ({ value, name }))}
              usual=""
              unknown={nameOf(rhythm)}
              onChange={setRhythm}
            />
          )}
          {!fixed.includes("keep") && (
            <Choice
              label={words.keep}
              value={count}
              options={[
                { value: "", name: words.keepAll },
                ...KEEPS.map((each) => ({ value: String(each), name: words.keeps(each) })),
              ]}
              usual=""
              unknown={words.keeps(Number(count))}
              onChange={setCount}
            />
          )}
        </div>
        {rhythm === "daily" && !fixed.includes("every") && (
          <Field
            label={words.time}
            name="time"
            type="time"
            hint={words.timeHint(timezone)}
            isRequired
            value={time}
            onChange={setTime}
          />
        )}
        {!fixed.includes("folder") && (
          <Field
            label={words.folder}
            name="folder"
            hint={words.folderHint}
            maxLength={500}
            value={place}
            onChange={setPlace}
            problem={folderProblem}
          />
        )}
        {error !== null && folderProblem === null && <ErrorBox error={error} />}
        <div className="row end">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
