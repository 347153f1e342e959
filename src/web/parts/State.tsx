// A state as word, icon and colour, never as colour alone.
import { STATE_OF, STATES, type Status } from "../words/states.ts";
import "./State.css";

export function State({ status, note }: { readonly status: Status; readonly note?: string }) {
  const { word, icon, tone } = STATES[STATE_OF[status]];
  return (
    <span className={`state ${tone}`}>
      <span aria-hidden="true">{icon}</span> {word}
      {note !== undefined && <span className="state-note"> {note}</span>}
    </span>
  );
}
