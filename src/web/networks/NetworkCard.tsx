// One network: its state, its last day, and what posts there wait for.
import { ROW } from "../parts/rows.ts";
import { Tile } from "../parts/Tile.tsx";
import { Time } from "../parts/Time.tsx";
import { duration } from "../time.ts";
import { networksWords as words } from "../words/networks.ts";
import { Bars } from "./Bars.tsx";
import type { NetworkState } from "./queries.ts";
import { Waits } from "./Waits.tsx";

export function NetworkCard({ network }: { readonly network: NetworkState }) {
  const { platform, name, state, history, lastSuccessAt, lastFailureAt, lastFailure } = network;
  const { word, icon, tone } = words.states[state];
  return (
    <li className="card network" data-of-row="">
      <div className="network-top">
        <Tile platform={platform} isLabelled={false} />
        <h2>
          <span {...ROW} tabIndex={-1}>
            {name}
          </span>
        </h2>
        <span className={`state ${tone}`}>
          <span aria-hidden="true">{icon}</span> {word}
        </span>
      </div>
      <Waits network={network} />
      <div>
        <p>{countWords(network)}</p>
        {network.deliveries > 0 && <Bars history={history} />}
      </div>
      {lastSuccessAt !== null && (
        <p className="small">
          {words.lastPosted} <Time at={lastSuccessAt} />
        </p>
      )}
      {lastFailureAt !== null && (
        <p className="small">
          {words.lastFailure} <Time at={lastFailureAt} />: {lastFailure}
        </p>
      )}
    </li>
  );
}

function countWords({ posted, deliveries, p50Ms, p95Ms, lastSuccessAt }: NetworkState): string {
  if (deliveries === 0) return lastSuccessAt === null ? words.never : words.nothing;
  const count = words.posted(posted, deliveries);
  return p50Ms === null || p95Ms === null
    ? count
    : `${count}, ${words.speed(duration(p50Ms), duration(p95Ms))}`;
}
