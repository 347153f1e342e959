// Connecting an account: the grid of networks, or the way at one of them.
import { Link, useSearchParams } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { recordsQuery } from "../accounts/queries.ts";
import { useNetworks } from "../networks.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import { ConnectGrid } from "./Grid.tsx";
import { Outcome } from "./Outcome.tsx";
import { OwnApplication } from "./OwnApplication.tsx";
import type { NetworkFacts } from "./queries.ts";
import { Simulate } from "./Simulate.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { Mistakes } from "./Walkthrough.tsx";
import "./Connect.css";

export function Connect({ network: id }: { readonly network: string | null }) {
  const path = usePath();
  if (id !== null) return <AtNetwork key={id} id={id} />;
  return (
    <>
      <Link className="small" href={path("accounts")}>
        ← {words.backToAccounts}
      </Link>
      <h1>{words.title}</h1>
      <ConnectGrid />
    </>
  );
}

function AtNetwork({ id }: { readonly id: string }) {
  const { data, error, refetch } = useNetworks();
  const path = usePath();
  const [query] = useSearchParams();
  if (!data)
    return error === null ? <Skeleton rows={4} isPage /> : <ErrorBox error={error} retry={refetch} />;
  const network = data.networks.find((each) => each.id === id);
  if (!network)
    return (
      <Empty isPage title={words.unknown}>
        <p>{words.unknownMore}</p>
        <Link className="button" href={path("accounts/connect")}>
          {words.back}
        </Link>
      </Empty>
    );
  const { name, guide } = network;
  return (
    <div className="connect">
      <Link className="small" href={path("accounts/connect")}>
        ← {words.back}
      </Link>
      <div className="connect-head">
        <h1>{words.titleOf(name)}</h1>
        <a className="small" href={guide} title={words.guideOf(name)}>
          {words.guide}
        </a>
      </div>
      <div className="connect-columns">
        <div className="connect-main">
          <Way network={network} behaviours={data.simulated} />
        </div>
        {!query.has("simulate") && <Mistakes network={network} />}
      </div>
    </div>
  );
}

interface WayProps {
  readonly network: NetworkFacts;
  readonly behaviours: readonly { readonly handle: string; readonly does: string }[];
}

function Way({ network, behaviours }: WayProps) {
  const [query] = useSearchParams();
  const account = useReconnected(query.get("account"));
  if (query.has("simulate")) return <Simulate network={network} behaviours={behaviours} />;
  if (query.has("outcome")) return <Outcome network={network} account={account} />;
  if (network.connect.oauth === null) return <CredentialsForm network={network} account={account} />;
  return <OwnApplication network={network} account={account} />;
}

export interface Reconnected {
  readonly id: string;
  readonly handle: string;
}

/** The account that is to be connected again; null when it is a new one. */
function useReconnected(id: string | null): Reconnected | null {
  const { data } = useQuery({ ...recordsQuery(useProfile().id), enabled: id !== null });
  return data?.accounts.find((account) => account.id === id) ?? null;
}
