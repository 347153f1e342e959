// The week's times, for people who may not change them.
import { useId } from "react";
import { useProfile } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";
import { rhythmOf, type Slot } from "./rhythm.ts";
import "./RhythmEditor.css";

export function Rhythm({ slots }: { readonly slots: readonly Slot[] }) {
  const { timezone } = useProfile();
  const titleId = useId();
  return (
    <section className="card rhythm" aria-labelledby={titleId}>
      <div className="rhythm-head">
        <h2 id={titleId}>{words.rhythm}</h2>
        <span className="small">{words.inZone(timezone)}</span>
      </div>
      <dl className="facts">
        {rhythmOf(slots).map((times, day) => (
          <div key={words.days[day]}>
            <dt>{words.days[day]}</dt>
            <dd className="number">{times.map(({ time }) => time).join(", ") || words.noTimes}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
