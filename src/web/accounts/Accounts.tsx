// The accounts of the profile: will everything go out?
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation } from "wouter";
import { ProblemError } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Realness } from "../parts/Targets.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { ConnectGrid } from "../connect/Grid.tsx";
import { AccountRow } from "./AccountRow.tsx";
import { bandsOf, groupsOf, isMovable, type Band } from "./bands.ts";
import { useOrder } from "./order.ts";
import { recordsQuery, type AccountRecord } from "./queries.ts";
import "./Accounts.css";

export function Accounts() {
  const query = useQuery(recordsQuery(useProfile().id));
  const { data, error, refetch } = query;
  const path = usePath();
  const [, navigate] = useLocation();
  const mayConnect = useMay()("manage");
  const connect = () => navigate(path("accounts/connect"));
  useKeys(mayConnect ? [{ key: "n", does: words.keys.connect, run: connect }] : []);
  const accounts = data?.accounts ?? NONE;
  const connected = accounts.filter(({ status }) => status !== "disconnected");
  const isEmpty = data !== undefined && connected.length === 0;
  return (
    <>
      <div className="accounts-head">
        <h1>{words.title}</h1>
        {connected.length > 0 && <Realness of={connected} />}
        <Link className="accounts-networks small" href={path("networks")}>
          {words.networks}
        </Link>
        {mayConnect && !isEmpty && (
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
      {isEmpty && (
        <>
          <Empty title={words.none}>
            <p>{mayConnect ? words.noneMore : words.noneForOthers}</p>
          </Empty>
          {mayConnect && <ConnectGrid />}
        </>
      )}
      {accounts.length > 0 && <Bands accounts={accounts} />}
    </>
  );
}

const NONE: readonly [] = [];

function Bands({ accounts }: { readonly accounts: readonly AccountRecord[] }) {
  const list = useRef<HTMLDivElement>(null);
  const bands = bandsOf(accounts);
  const order = useOrder(accounts, bands, list);
  const groups = groupsOf(accounts);
  const isGrouped = bands.some(({ kind }) => kind === "group");
  return (
    <div className="account-bands" ref={list}>
      {bands.map(({ kind, name, accounts: members }) => {
        const title = titleOf(kind, name, isGrouped);
        return (
          <section key={`${kind} ${name}`} className="band">
            {title !== null && <h2 dir="auto">{title}</h2>}
            <ul className="rows">
              {members.map((account) => (
                <AccountRow
                  key={account.id}
                  account={account}
                  order={order}
                  groups={groups}
                  isMovable={isMovable(kind)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Without groups, those that are connected need no headings. */
function titleOf(kind: Band["kind"], name: string | null, isGrouped: boolean): string | null {
  if (kind === "gone") return words.disconnected;
  if (!isGrouped) return null;
  return kind === "needy" ? words.needsYou : (name ?? words.noGroup);
}
