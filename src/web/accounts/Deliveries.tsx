// What an account delivered in the past 30 days, as a strip of bars, and its last failure.
import { Link } from "wouter";
import { Time } from "../parts/Time.tsx";
import { usePath } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";

type Day = AccountRecord["deliveries30d"]["days"][number];

const PARTS = [
  { of: "failed", tone: "failed" },
  { of: "uncertain", tone: "unsure" },
  { of: "posted", tone: "posted" },
] as const;

export function Deliveries({ account }: { readonly account: AccountRecord }) {
  const { deliveries30d, lastFailure } = account;
  const { posted, failed, uncertain, days } = deliveries30d;
  const path = usePath();
  const all = posted + failed + uncertain;
  const most = Math.max(1, ...days.map(sum));
  return (
    <section className="card">
      <div className="card-head">
        <h2>{words.deliveries}</h2>
        <span className="small">{words.deliveriesNote}</span>
      </div>
      {all === 0 ? (
        <p className="small">{words.noDeliveries}</p>
      ) : (
        <>
          <p>{words.total(posted, failed, uncertain)}</p>
          <div className="delivery-strip" role="img" aria-label={words.total(posted, failed, uncertain)}>
            {days.map((day, n) => (
              <Bar key={n} day={day} daysAgo={days.length - 1 - n} most={most} />
            ))}
          </div>
        </>
      )}
      {lastFailure && (
        <div>
          <p className="small">
            {words.lastFailure} <Time at={lastFailure.at} />
          </p>
          <p>
            {lastFailure.text} <Link href={path(`posts/${lastFailure.postId}`)}>{words.toPost}</Link>
          </p>
        </div>
      )}
    </section>
  );
}

const sum = ({ posted, failed, uncertain }: Day) => posted + failed + uncertain;

interface BarProps {
  readonly day: Day;
  readonly daysAgo: number;
  readonly most: number;
}

function Bar({ day, daysAgo, most }: BarProps) {
  const { posted, failed, uncertain } = day;
  return (
    <span className="delivery-day" title={words.dayOf(daysAgo, words.total(posted, failed, uncertain))}>
      {PARTS.map(
        ({ of, tone }) =>
          day[of] > 0 && (
            <span key={of} className={tone} style={{ height: `${Math.max(8, (day[of] / most) * 100)}%` }} />
          ),
      )}
    </span>
  );
}
