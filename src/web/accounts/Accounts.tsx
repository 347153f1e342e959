// The accounts of the profile: will everything go out?
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link, useLocation } from "wouter";
import { ProblemError } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { useNetworkName } from "../networks.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import "../parts/Labels.css";
import { Realness } from "../parts/Targets.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { ConnectGrid } from "../connect/Grid.tsx";
import { reconnectScreen } from "./reconnect.ts";
import { recordsQuery, type AccountRecord } from "./queries.ts";
import { needsSignIn, standingOf, worstFirst } from "./standing.ts";
import { StandingLine } from "./StandingLine.tsx";
import "./Accounts.css";

export function Accounts() {
  const query = useQuery(recordsQuery(useProfile().id));
  const { data, error, refetch } = query;
  const path = usePath();
  const [, navigate] = useLocation();
  useKeys([{ key: "n", does: words.keys.connect, run: () => navigate(path("accounts/connect")) }]);
  const accounts = worstFirst(data?.accounts ?? []);
  const connected = accounts.filter(({ status }) => status !== "disconnected");
  const gone = accounts.filter(({ status }) => status === "disconnected");
  const isEmpty = data !== undefined && connected.length === 0;
  return (
    <>
      <div className="accounts-head">
        <h1>{words.title}</h1>
        {connected.length > 0 && <Realness of={connected} />}
        <Link className="accounts-networks small" href={path("networks")}>
          {words.networks}
        </Link>
        {!isEmpty && (
          <Link className="button" href={path("accounts/connect")}>
            <Plus size={16} aria-hidden="true" /> {words.connect}
          </Link>
        )}
      </div>
      <Stale query={query} />
      {error !== null && (data === undefined || error instanceof ProblemError) && (
        <ErrorBox error={error} retry={refetch} />
      )}
      {data === undefined && error === null && <Skeleton rows={4} />}
      {connected.length > 0 && <Rows accounts={connected} />}
      {isEmpty && (
        <>
          <Empty title={words.none}>
            <p>{words.noneMore}</p>
          </Empty>
          <ConnectGrid />
        </>
      )}
      {gone.length > 0 && (
        <section className="band">
          <h2>{words.disconnected}</h2>
          <Rows accounts={gone} />
        </section>
      )}
    </>
  );
}

const Rows = ({ accounts }: { readonly accounts: readonly AccountRecord[] }) => (
  <ul className="rows">
    {accounts.map((account) => (
      <Row key={account.id} account={account} />
    ))}
  </ul>
);

function Row({ account }: { readonly account: AccountRecord }) {
  const { id, platform, handle, displayName, avatarUrl, simulated, colour, blockedReason } = account;
  const path = usePath();
  const network = useNetworkName(platform);
  const standing = standingOf(account);
  const why = standing.kind === "ending" ? account.statusDetail : blockedReason;
  return (
    <li data-of-row="" className={`account-row ${simulated ? "hatched-edge" : ""}`}>
      <Avatar name={displayName} url={avatarUrl} platform={platform} isSimulated={simulated} />
      <div className="account-who">
        <Link className="row-link" href={path(`accounts/${id}`)} data-row="">
          {colour !== null && <span className={`dot ${colour}`} aria-hidden="true" />}
          <b dir="auto">{displayName}</b>
          <span className="hidden">, </span>
        </Link>
        <p className="small">
          {network} <span dir="auto">{handle}</span>
          {simulated && <> · {words.simulated}</>}
        </p>
      </div>
      <StandingLine account={account} standing={standing} />
      {why !== null && standing.kind !== "works" && <p className="account-why small">{why}</p>}
      {(needsSignIn(standing) || standing.kind === "disconnected") && (
        <Link
          className={`button above account-again ${standing.kind === "signedOut" ? "primary" : "plain"}`}
          href={path(reconnectScreen(account))}
        >
          {standing.kind === "signedOut" ? words.reconnect : words.renewReconnect}
          <span className="hidden">
            : {network} {handle}
          </span>
        </Link>
      )}
    </li>
  );
}
