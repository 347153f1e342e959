// The plan: what it allows, how it stands, what stops when it ends, and how an owner sets it.
import { useQuery } from "@tanstack/react-query";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { planWords as words } from "../words/plan.ts";
import { PlanForm } from "./PlanForm.tsx";
import { planQuery, type Plan as PlanFacts } from "./queries.ts";
import "./Plan.css";

export function Plan() {
  const query = useQuery(planQuery);
  const { data, error, refetch } = query;
  return (
    <>
      <h1>{words.title}</h1>
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <>
          <Standing plan={data} />
          <section className="card">
            <h2>{words.set}</h2>
            <PlanForm plan={data} />
          </section>
        </>
      )}
    </>
  );
}

function Standing({ plan }: { readonly plan: PlanFacts }) {
  const isLive = plan.state === "live";
  const sentence = useSentence(plan);
  return (
    <section className="card" aria-labelledby="plan-state">
      <h2 id="plan-state" className={`state ${isLive ? "posted" : "failed"} headline`}>
        <span aria-hidden="true">{isLive ? "●" : "■"}</span> {isLive ? words.live : words.stopped}
      </h2>
      <p className="plan-sentence">{sentence}</p>
      {plan.plan !== "unlimited" && (
        <div className="plan-stops">
          <h3>{isLive ? words.whenItEnds : words.stopsNow}</h3>
          <p>
            <b>{words.stop}</b> {words.stops}. {words.lateFail}
          </p>
          <p>
            <b>{words.stay}</b> {words.stays}
          </p>
        </div>
      )}
    </section>
  );
}

/** Such as "9 of 10 accounts, until Sun 31 Jan 00:00." */
function useSentence({ plan, state, endsAt, accounts, connectedAccounts }: PlanFacts): string {
  const zone = useZone();
  if (state === "payment_required") return endsAt === null ? words.lapsed : words.ended(moment(endsAt, zone));
  if (state === "too_many_accounts") return words.tooMany(connectedAccounts, accounts ?? 0);
  const end = endsAt === null ? words.noEnd : words.until(moment(endsAt, zone));
  const allowed = `${words.covered(connectedAccounts, accounts)}, ${end}.`;
  return plan === "trial" ? `${words.trial}: ${allowed}` : allowed;
}
