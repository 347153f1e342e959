// Today: what needs a person, what goes out next, and what went out.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { NoAnswerError, now } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useKeptRow } from "../parts/useKeptRow.ts";
import { moveRow } from "../parts/rows.ts";
import { useProfile, useZone } from "../profile.tsx";
import { day } from "../time.ts";
import { todayWords as words } from "../words/today.ts";
import { Accounts } from "./Accounts.tsx";
import { attentionQuery } from "./attention.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { NeedsYou } from "./NeedsYou.tsx";
import { Next } from "./Next.tsx";
import { accountsQuery, countQuery } from "./queries.ts";
import { WentOut } from "./WentOut.tsx";
import "./Today.css";

const isUnanswered = ({ error }: { readonly error: unknown }): boolean => error instanceof NoAnswerError;

export function Today() {
  const { id } = useProfile();
  const zone = useZone();
  const attention = useQuery(attentionQuery(id));
  const accounts = useQuery(accountsQuery(id));
  const counts = useQuery(countQuery(id));
  const unanswered = [attention, counts, accounts].find(isUnanswered) ?? attention;
  const isQuiet = attention.data?.items.length === 0;
  const screen = useRef<HTMLDivElement>(null);
  useKeptRow(screen);
  useKeys([
    { key: "j", does: words.keys.next, run: () => moveRow(1) },
    { key: "k", does: words.keys.previous, run: () => moveRow(-1) },
  ]);
  return (
    <div className="today" ref={screen}>
      <header className="today-head">
        <h1>{words.title}</h1>
        <p className="small">{day(new Date(now()).toISOString(), zone)}</p>
      </header>
      <Stale query={unanswered} />
      <div className="today-bands">
        <NeedsYou accounts={accounts.data?.accounts ?? []} />
        {counts.data?.total === 0 ? (
          <FirstSteps accounts={accounts.data?.accounts} />
        ) : (
          <>
            <Next isLarge={isQuiet} />
            <WentOut />
          </>
        )}
      </div>
      <Accounts query={accounts} />
    </div>
  );
}
