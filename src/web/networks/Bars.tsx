// A bar for each hour of the last day, the latest on the right: what was posted, and above it what was not.
import { networksWords as words } from "../words/networks.ts";
import type { NetworkState } from "./queries.ts";

const WIDTH = 5;
const HEIGHT = 24;

export function Bars({ history }: Pick<NetworkState, "history">) {
  const most = Math.max(1, ...history.map(({ deliveries }) => deliveries));
  const heightOf = (count: number) => (count * HEIGHT) / most;
  const hours = history.flatMap(({ posted, deliveries }, n) =>
    deliveries === 0 ? [] : [words.hour(posted, deliveries, history.length - 1 - n)],
  );
  return (
    <svg
      className="network-bars"
      viewBox={`0 0 ${history.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.bars(hours)}
    >
      {history.map(({ posted, deliveries }, n) => (
        <g key={n}>
          <Bar
            hour={n}
            from={0}
            height={deliveries === 0 ? 1 : heightOf(posted)}
            tone={deliveries === 0 ? "none" : "posted"}
          />
          <Bar hour={n} from={heightOf(posted)} height={heightOf(deliveries - posted)} tone="failed" />
        </g>
      ))}
    </svg>
  );
}

interface BarProps {
  readonly hour: number;
  readonly from: number;
  readonly height: number;
  readonly tone: "posted" | "failed" | "none";
}

function Bar({ hour, from, height, tone }: BarProps) {
  if (height === 0) return null;
  return (
    <rect className={tone} x={hour * WIDTH} y={HEIGHT - from - height} width={WIDTH - 1} height={height} />
  );
}
