// The accounts of a post as tiles with their states, and how many of them are real.
import { useNetworkNames } from "../networks.ts";
import { STATE_OF, type StateName, type Status } from "../words/states.ts";
import { targetsWords as words } from "../words/targets.ts";
import { isWebAddress } from "./External.tsx";
import { Tile } from "./Tile.tsx";
import "./Targets.css";

export interface ShownTarget {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
  readonly status: Status;
  readonly simulated: boolean;
  /** Where it is live. */
  readonly url?: string;
}

interface Props {
  readonly targets: readonly ShownTarget[];
  /** More are counted, and the first are those that a person should see. */
  readonly most?: number;
}

export function Targets({ targets, most = 6 }: Props) {
  const isLong = targets.length > most;
  const shown = isLong ? targets.toSorted(byWeight).slice(0, most - 1) : targets;
  const rest = targets.filter((target) => !shown.includes(target));
  return (
    <ul className="targets">
      {shown.map((target) => (
        <li key={target.id}>
          <TargetTile target={target} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <More targets={rest} />
        </li>
      )}
    </ul>
  );
}

function TargetTile({
  target: { platform, handle, status, simulated, url },
}: {
  readonly target: ShownTarget;
}) {
  const tile = <Tile {...{ platform, handle, status }} isSimulated={simulated} />;
  if (url === undefined || !isWebAddress(url)) return tile;
  return (
    <a className="tile-link" href={url} target="_blank" rel="noreferrer noopener">
      {tile}
    </a>
  );
}

function More({ targets }: { readonly targets: readonly ShownTarget[] }) {
  const nameOf = useNetworkNames();
  const names = targets.map(({ platform, handle }) => `${nameOf(platform)} ${handle}`);
  const text = words.more(names);
  return (
    <span className="tile" title={text}>
      <span aria-hidden="true">+{targets.length}</span>
      <span className="hidden">{text}</span>
    </span>
  );
}

const WEIGHT: readonly StateName[] = ["unsure", "failed", "way", "waiting", "posted", "draft", "partly"];

const byWeight = (a: ShownTarget, b: ShownTarget): number =>
  WEIGHT.indexOf(STATE_OF[a.status]) - WEIGHT.indexOf(STATE_OF[b.status]);

/** Says it where not every account is real; null where all are. */
export function Realness({ of }: { readonly of: readonly { readonly simulated: boolean }[] }) {
  const real = of.filter(({ simulated }) => !simulated).length;
  if (real === of.length) return null;
  const text = real === 0 ? words.simulated : words.real(real, of.length);
  return <span className="realness simulated">{text}</span>;
}
