// How long the text is for the network with the least room left, and for the others on demand: as the server counts.
import { memo } from "react";
import { useNetworkNames } from "../networks.ts";
import { composeWords as words } from "../words/compose.ts";
import type { CheckedTarget } from "./useCheck.ts";

interface Props {
  /** The accounts that get this text. */
  readonly targets: readonly CheckedTarget[];
}

const shareOf = ({ length, limit }: CheckedTarget): number => (limit === 0 ? 0 : length / limit);

/** The one with the least room left. */
export const tightest = (targets: readonly CheckedTarget[]): CheckedTarget | undefined =>
  targets.toSorted((a, b) => shareOf(b) - shareOf(a))[0];

export const Count = memo(function Count({ targets }: Props) {
  const first = tightest(targets);
  if (first === undefined) return <div className="count" />;
  if (targets.length === 1)
    return (
      <div className="count">
        <One target={first} />
      </div>
    );
  return (
    <details className="count">
      <summary>
        <One target={first} />
      </summary>
      <ul className="count-list" aria-label={words.counts}>
        {targets
          .toSorted((a, b) => shareOf(b) - shareOf(a))
          .map((target) => (
            <li key={target.accountId}>
              <One target={target} isNamed />
            </li>
          ))}
      </ul>
    </details>
  );
});

/** Of a circle with a circumference of 100. */
const RADIUS = 15.915;

function One({ target, isNamed = false }: { readonly target: CheckedTarget; readonly isNamed?: boolean }) {
  const { length, limit, platform, handle } = target;
  const nameOf = useNetworkNames();
  const name = isNamed ? `${nameOf(platform)} ${handle}` : nameOf(platform);
  const share = Math.min(1, shareOf(target));
  const over = length - limit;
  return (
    <span className={`count-one ${over > 0 ? "over" : share > 0.9 ? "near" : ""}`}>
      <svg viewBox="0 0 40 40" width="18" height="18" aria-hidden="true">
        <circle cx="20" cy="20" r={RADIUS} className="ring" />
        <circle
          cx="20"
          cy="20"
          r={RADIUS}
          className="ring-full"
          strokeDasharray={`${share * 100} 100`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <span className="number">
        {length} / {limit}
      </span>
      <span>{name}</span>
    </span>
  );
}
