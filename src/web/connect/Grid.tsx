// The networks by how much it takes to connect an account there.
import { Link } from "wouter";
import { useNetworks } from "../networks.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Tile } from "../parts/Tile.tsx";
import { usePath } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { NetworkFacts } from "./queries.ts";
import "./Connect.css";

export function ConnectGrid() {
  const { data, error, refetch } = useNetworks();
  if (!data) return error === null ? <Skeleton rows={4} /> : <ErrorBox error={error} retry={refetch} />;
  return (
    <div className="connect-groups">
      {GROUPS.map((group) => (
        <Group key={group} group={group} networks={byEffort(data.networks.filter(inGroup(group)))} />
      ))}
    </div>
  );
}

const GROUPS = ["ready", "typed", "application"] as const;
type GroupName = (typeof GROUPS)[number];

const inGroup =
  (group: GroupName) =>
  ({ connect: { oauth } }: NetworkFacts) =>
    group === (oauth === null ? "typed" : oauth.ready ? "ready" : "application");

/** What can be used at once before what somebody has to review, the quicker first. */
const byEffort = (networks: readonly NetworkFacts[]): NetworkFacts[] =>
  networks.toSorted(
    (a, b) =>
      Number(a.access === "app_review") - Number(b.access === "app_review") ||
      a.effort.minutes - b.effort.minutes,
  );

function Group({
  group,
  networks,
}: {
  readonly group: GroupName;
  readonly networks: readonly NetworkFacts[];
}) {
  if (networks.length === 0) return null;
  const { title, more } = words.groups[group];
  return (
    <section className="band">
      <h2>{title}</h2>
      <p className="small">{more}</p>
      <ul className="connect-grid">
        {networks.map((network) => (
          <Card key={network.id} network={network} isReady={group === "ready"} />
        ))}
      </ul>
    </section>
  );
}

function Card({ network, isReady }: { readonly network: NetworkFacts; readonly isReady: boolean }) {
  const { id, name, effort } = network;
  const path = usePath();
  return (
    <li className="connect-card" data-of-row="">
      <Tile platform={id} isLabelled={false} />
      <div className="connect-card-text">
        <Link className="row-link" href={path(`accounts/connect/${id}`)} data-row="">
          <b>{name}</b>
        </Link>
        <p className="small">{isReady ? words.signIn : words.minutes(effort.minutes)}</p>
        {effort.cost !== null && <p className="small">{words.cost(effort.cost)}</p>}
        {effort.review !== null && <p className="small">{words.review(effort.review)}</p>}
      </div>
      <Link className="above small connect-simulate" href={path(`accounts/connect/${id}?simulate`)}>
        {words.simulate}
        <span className="hidden">: {name}</span>
      </Link>
    </li>
  );
}
