// What became of a sign-in: connected, to be chosen from, or refused with the reason.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { call } from "../api.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { usePath } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { Reconnected } from "./Connect.tsx";
import { Connected } from "./Connected.tsx";
import { Found } from "./Found.tsx";
import { AFTER_CONNECTING, signInAt, signInQuery, type NetworkFacts, type SignInOutcome } from "./queries.ts";

interface Props {
  readonly network: NetworkFacts;
  readonly account: Reconnected | null;
}

export function Outcome({ network, account }: Props) {
  const { data, error, refetch } = useQuery(signInQuery(network.id));
  const [chosen, setChosen] = useState<SignInOutcome | null>(null);
  const queries = useQueryClient();
  const result = chosen ?? data;
  const isConnected = result?.outcome === "connected";
  useEffect(() => {
    if (!isConnected) return;
    for (const key of AFTER_CONNECTING) void queries.invalidateQueries({ queryKey: [key] });
  }, [isConnected, queries]);
  if (!result) return error === null ? <Skeleton rows={3} /> : <ErrorBox error={error} retry={refetch} />;
  switch (result.outcome) {
    case "connected":
      return <Connected accounts={result.accounts} isAgain={account !== null} />;
    case "choose":
      return <Choose network={network} account={account} found={result.found} onDone={setChosen} />;
    case "failed":
      return (
        <Refused network={network} account={account} title={words.failed} detail={result.detail ?? ""} />
      );
    case "none":
      return <Refused network={network} account={account} title={words.nothing} detail={words.nothingMore} />;
  }
}

interface ChooseProps extends Props {
  readonly found: SignInOutcome["found"];
  readonly onDone: (outcome: SignInOutcome) => void;
}

function Choose({ network: { id }, account, found, onDone }: ChooseProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const connect = async (choose: readonly string[]) => {
    setBusy(true);
    setError(null);
    try {
      onDone(await call(() => signInAt(id).post({ choose: [...choose] })));
    } catch (fault) {
      setError(fault);
      // An earlier try may have done it: then this says so.
      await queries.invalidateQueries({ queryKey: ["getSignIn", id] });
    }
    setBusy(false);
  };
  return (
    <>
      {error !== null && <ErrorBox error={error} />}
      <Found {...{ found, account, isBusy }} onConnect={(ids) => void connect(ids)} />
    </>
  );
}

function Refused({
  network,
  account,
  title,
  detail,
}: Props & { readonly title: string; readonly detail: string }) {
  const path = usePath();
  const again = account === null ? "" : `?account=${account.id}`;
  return (
    <Empty title={title}>
      <p role="alert">{detail}</p>
      <Link className="button primary" href={path(`accounts/connect/${network.id}${again}`)}>
        {words.again}
      </Link>
    </Empty>
  );
}
