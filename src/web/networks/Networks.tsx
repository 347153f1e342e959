// How each network works: its state, what went out by the hour, its last failure, and what posts wait for.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { moveRow } from "../parts/rows.ts";
import { Stale } from "../parts/Stale.tsx";
import { Tile } from "../parts/Tile.tsx";
import { usePath } from "../profile.tsx";
import { networksWords as words } from "../words/networks.ts";
import { NetworkCard } from "./NetworkCard.tsx";
import { statusQuery, type NetworkState } from "./queries.ts";
import "./Networks.css";

export function Networks() {
  const query = useQuery(statusQuery);
  const { data, error, refetch } = query;
  useKeys([
    { key: "j", does: words.keys.next, run: () => moveRow(1) },
    { key: "k", does: words.keys.previous, run: () => moveRow(-1) },
  ]);
  const usable = data?.networks.filter(({ state }) => state !== "needs_setup") ?? [];
  const others = data?.networks.filter(({ state }) => state === "needs_setup") ?? [];
  return (
    <>
      <div className="networks-head">
        <h1>{words.title}</h1>
        {data && <p>{data.description}.</p>}
        <p className="small">
          {words.about} <a href="/status">{words.publicPage}</a>
        </p>
      </div>
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={5} />}
      {data && (
        <ul className="networks">
          {usable.toSorted(byTrouble).map((network) => (
            <NetworkCard key={network.platform} network={network} />
          ))}
        </ul>
      )}
      {others.length > 0 && <NotSetUp networks={others} />}
    </>
  );
}

const WORST = ["paused", "failing", "working", "ready"];

/** What posts wait for comes first. */
function byTrouble(a: NetworkState, b: NetworkState): number {
  const waits = ({ servers, accounts }: NetworkState) => servers.length + accounts.length > 0;
  return Number(waits(b)) - Number(waits(a)) || WORST.indexOf(a.state) - WORST.indexOf(b.state);
}

function NotSetUp({ networks }: { readonly networks: readonly NetworkState[] }) {
  const path = usePath();
  const may = useMay();
  return (
    <section className="band">
      <h2>{words.notSetUp}</h2>
      <p className="small">{words.notSetUpMore}</p>
      <ul className="networks-unset">
        {networks.map(({ platform, name }) => (
          <li key={platform}>
            <Tile platform={platform} isLabelled={false} />
            <span>{name}</span>
            {may("manage") && (
              <Link
                className="button small"
                href={path(`accounts/connect/${platform}`)}
                aria-label={`${words.setUp}: ${name}`}
              >
                {words.setUp}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
