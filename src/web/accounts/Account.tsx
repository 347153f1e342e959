// One account: how it stands, what it delivered, its sign-in, what its network allows, and what was done to it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { useNetworkName } from "../networks.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Button } from "../parts/Button.tsx";
import "../parts/Labels.css";
import { External } from "../parts/External.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { Deliveries } from "./Deliveries.tsx";
import { Disconnect } from "./Disconnect.tsx";
import { Colour, Limits, SignIn } from "./Facts.tsx";
import { Group } from "./Group.tsx";
import { History } from "./History.tsx";
import { reconnectScreen } from "./reconnect.ts";
import { recordsQuery, type AccountRecord } from "./queries.ts";
import { needsSignIn, standingOf, type Standing } from "./standing.ts";
import { StandingLine } from "./StandingLine.tsx";
import { useAccountActions } from "./useAccountActions.ts";
import "./Account.css";

export function Account({ id }: { readonly id: string }) {
  const query = useQuery(recordsQuery(useProfile().id));
  const { data, error, refetch } = query;
  const path = usePath();
  const may = useMay();
  if (!data)
    return error === null ? <Skeleton rows={5} isPage /> : <ErrorBox error={error} retry={refetch} />;
  const account = data.accounts.find((each) => each.id === id);
  if (!account)
    return (
      <Empty isPage title={words.notFound}>
        <p>{words.notFoundMore}</p>
        <Link className="button" href={path("accounts")}>
          {words.back}
        </Link>
      </Empty>
    );
  return (
    <div className="account">
      <Link className="small" href={path("accounts")}>
        ← {words.back}
      </Link>
      <Stale query={query} />
      <Head account={account} />
      <div className="account-columns">
        <div className="account-main">
          <Deliveries account={account} />
          <History accountId={account.id} />
        </div>
        <div className="account-side">
          <SignIn account={account} />
          <Limits account={account} />
          {may("manage") && (
            <>
              <Group key={account.group} account={account} />
              <Colour account={account} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Head({ account }: { readonly account: AccountRecord }) {
  const { platform, handle, displayName, avatarUrl, profileUrl, simulated, colour } = account;
  const network = useNetworkName(platform);
  const standing = standingOf(account);
  const mayManage = useMay()("manage");
  return (
    <header className={`card account-head ${simulated ? "hatched-edge" : ""}`}>
      <div className="account-title">
        <Avatar name={displayName} url={avatarUrl} platform={platform} isSimulated={simulated} />
        <div>
          <h1 dir="auto">
            {colour !== null && <span className={`dot ${colour}`} aria-hidden="true" />} {displayName}
          </h1>
          <p className="small">
            {network} <span dir="auto">{handle}</span>
            {simulated && <> · {words.simulated}</>}
            {profileUrl !== null && !simulated && (
              <>
                {" "}
                · <External href={profileUrl}>{words.open}</External>
              </>
            )}
          </p>
        </div>
      </div>
      <StandingLine account={account} standing={standing} />
      <Why account={account} standing={standing} />
      {mayManage && <Actions account={account} standing={standing} />}
    </header>
  );
}

interface Props {
  readonly account: AccountRecord;
  readonly standing: Standing;
}

function Why({ account: { blockedReason, statusDetail, paused, waitingPosts }, standing }: Props) {
  const detail = standing.kind === "ending" ? statusDetail : blockedReason;
  return (
    <>
      {detail !== null && <p>{detail}</p>}
      {paused !== null && (
        <p>
          {words.pausedBy(words.by(paused.by.replace(/^owner:/, "")))}. {words.pausedMore(waitingPosts)}
        </p>
      )}
    </>
  );
}

function Actions({ account, standing }: Props) {
  const { paused } = account;
  const path = usePath();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const { check, pause, resume, isBusy, error } = useAccountActions(account);
  const again = path(reconnectScreen(account));
  const isGone = standing.kind === "disconnected";
  useKeys([
    { key: "r", does: words.keys.reconnect, run: () => navigate(again) },
    { key: "k", does: words.keys.check, run: check, when: () => !isGone },
  ]);
  const needs = needsSignIn(standing) || isGone;
  return (
    <>
      {error !== null && <ErrorBox error={error} />}
      <div className="row">
        {needs && (
          <Link className="button primary" href={again}>
            {standing.kind === "signedOut" ? words.reconnect : words.renewReconnect}
          </Link>
        )}
        {!isGone && (
          <>
            <Button isPending={isBusy === "check"} onPress={check}>
              {words.check}
            </Button>
            {paused === null ? (
              <Button isPending={isBusy === "pause"} onPress={pause}>
                {words.pause}
              </Button>
            ) : (
              <Button kind={needs ? "plain" : "primary"} isPending={isBusy === "pause"} onPress={resume}>
                {words.resume}
              </Button>
            )}
            {!needs && (
              <Link className="button" href={again}>
                {words.renewReconnect}
              </Link>
            )}
            <Button kind="danger" onPress={() => setAsking(true)}>
              {words.disconnect}
            </Button>
          </>
        )}
      </div>
      {isAsking && <Disconnect account={account} onClose={() => setAsking(false)} />}
    </>
  );
}
