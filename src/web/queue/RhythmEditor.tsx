// The week's times, to be changed; what that would do is shown before it is saved.
import { useId, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { useProfile } from "../profile.tsx";
import { dayName } from "../calendar/names.ts";
import { queueWords as words } from "../words/queue.ts";
import { DayTimes } from "./DayTimes.tsx";
import { Effect } from "./Effect.tsx";
import { clockTroubles, isEqual, rhythmOf, templates, type Rhythm, type Slot } from "./rhythm.ts";
import { useKeptRhythm } from "./useKeptRhythm.ts";
import { useRhythmKeys } from "./useRhythmKeys.ts";
import "./RhythmEditor.css";

export function RhythmEditor({ slots }: { readonly slots: readonly Slot[] }) {
  const { id, timezone } = useProfile();
  const titleId = useId();
  const saved = rhythmOf(slots);
  const [kept, keep] = useKeptRhythm(id);
  const rhythm = kept ?? saved;
  const isChanged = !isEqual(rhythm, saved);
  const set = (next: Rhythm) => keep(isEqual(next, saved) ? null : next);
  useRhythmKeys(rhythm, set);
  const isEmpty = rhythm.every((times) => times.length === 0);
  return (
    <section className="card rhythm" aria-labelledby={titleId}>
      <div className="rhythm-head">
        <h2 id={titleId}>{words.rhythm}</h2>
        <span className="small">{words.inZone(timezone)}</span>
      </div>
      {isEmpty && (
        <p>
          <b>{words.noSlots}.</b> {words.noSlotsMore}
        </p>
      )}
      <ol className="rhythm-days">
        {rhythm.map((times, day) => (
          // A week has its days in one order.
          // oxlint-disable-next-line react/no-array-index-key
          <DayTimes key={day} {...{ day, times, rhythm, set }} />
        ))}
      </ol>
      <Templates set={set} timezone={timezone} />
      <Troubles rhythm={rhythm} />
      {isChanged && <Effect rhythm={rhythm} onDone={() => keep(null)} />}
    </section>
  );
}

function Templates({ set, timezone }: { readonly set: (rhythm: Rhythm) => void; readonly timezone: string }) {
  const all = templates(timezone);
  return (
    <div className="row">
      <span className="small">{words.templates}</span>
      {(["three", "mornings", "weekends"] as const).map((name) => (
        <Button key={name} size="small" onPress={() => set(all[name])}>
          {words.templateNames[name]}
        </Button>
      ))}
    </div>
  );
}

function Troubles({ rhythm }: { readonly rhythm: Rhythm }) {
  const [seen, setSeen] = useState({ rhythm, troubles: clockTroubles(rhythm) });
  if (seen.rhythm !== rhythm && !isEqual(seen.rhythm, rhythm))
    setSeen({ rhythm, troubles: clockTroubles(rhythm) });
  if (seen.troubles.length === 0) return null;
  return (
    <ul className="troubles small">
      {seen.troubles.map(({ date, time, real }) => (
        <li key={`${date.toString()} ${time}`}>
          {real === null ? words.twice(time, dayName(date)) : words.skipped(time, dayName(date), real)}
        </li>
      ))}
    </ul>
  );
}
