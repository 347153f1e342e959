// How an account stands, in words: whether it works, its last post, and what waits for it.
import { now } from "../api.ts";
import { Time } from "../parts/Time.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";
import { needsSignIn, type Standing } from "./standing.ts";

interface Props {
  readonly account: AccountRecord;
  readonly standing: Standing;
}

export function StandingLine({ account, standing }: Props) {
  const { lastSuccessAt, waitingPosts, quota, tokenExpiresAt } = account;
  const { kind, word, icon, tone } = standing;
  const isTroubled = needsSignIn(standing) && waitingPosts > 0;
  return (
    <div className="standing">
      <span className={`state ${tone}`}>
        <span aria-hidden="true">{icon}</span> {word}
      </span>
      {kind !== "disconnected" && (
        <span className="small">
          {lastSuccessAt === null ? (
            words.noPost
          ) : (
            <>
              {words.lastPost} <Time at={lastSuccessAt} />
            </>
          )}
        </span>
      )}
      {kind === "ending" && tokenExpiresAt !== null && Date.parse(tokenExpiresAt) > now() && (
        <span className="small">
          {words.endsOn} <Time at={tokenExpiresAt} />
        </span>
      )}
      {(kind !== "disconnected" || waitingPosts > 0) && (
        <span className={`small ${isTroubled ? "at-stake" : ""}`}>
          {isTroubled ? words.atStake(waitingPosts) : words.waiting(waitingPosts)}
        </span>
      )}
      {quota && quota.used > 0 && kind !== "disconnected" && (
        <span className="small">{words.quota(quota.used, quota.limit)}</span>
      )}
    </div>
  );
}
