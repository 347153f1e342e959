// A network as two letters of its name, and with a delivery's state where there is one.
import { useNetworkName } from "../networks.ts";
import { STATE_OF, STATES, type Status } from "../words/states.ts";
import "./Tile.css";

interface Props {
  readonly platform: string;
  /** Tells several accounts at one network apart. */
  readonly handle?: string;
  readonly status?: Status;
  readonly isSimulated?: boolean;
  /** Left out where the name stands beside it. */
  readonly isLabelled?: boolean;
}

export function Tile({ platform, handle, status, isSimulated = false, isLabelled = true }: Props) {
  const name = useNetworkName(platform);
  const state = status && STATES[STATE_OF[status]];
  const label = [handle === undefined ? name : `${name} ${handle}`, state?.word, isSimulated && "simulated"]
    .filter(Boolean)
    .join(", ");
  return (
    <span className={`tile ${isSimulated ? "simulated" : ""}`} title={label}>
      <span aria-hidden="true">{name.slice(0, 2)}</span>
      {state && (
        <span aria-hidden="true" className={`tile-state state ${state.tone}`}>
          {state.icon}
        </span>
      )}
      {isLabelled && <span className="hidden">{label}</span>}
    </span>
  );
}
