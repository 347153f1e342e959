// The accounts of the profile: which of them can publish.
import { Link } from "wouter";
import { useNetworkName } from "../networks.ts";
import { Band } from "../parts/Band.tsx";
import { useMay } from "../may.ts";
import { External } from "../parts/External.tsx";
import { Realness } from "../parts/Targets.tsx";
import { Tile } from "../parts/Tile.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath } from "../profile.tsx";
import { now } from "../api.ts";
import { todayWords as words } from "../words/today.ts";
import { reconnectScreen } from "../accounts/reconnect.ts";
import type { Account } from "./queries.ts";

interface Props {
  readonly query: {
    readonly data: { readonly accounts: readonly Account[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

export function Accounts({ query }: Props) {
  const connected = query.data?.accounts.filter(({ status }) => status !== "disconnected") ?? [];
  // The first steps say it.
  if (query.data && connected.length === 0) return null;
  return (
    <aside className="today-accounts">
      <Band title={words.accounts} note={<Realness of={connected} />} query={query} rows={3}>
        {() => (
          <ul className="rows">
            {connected.map((account) => (
              <AccountLine key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Band>
    </aside>
  );
}

/** So long before its end, the end of a sign-in is shown. */
const SOON_MS = 7 * 86_400_000;

function AccountLine({ account }: { readonly account: Account }) {
  const { platform, handle, canPublish, blockedReason, simulated, tokenExpiresAt, profileUrl } = account;
  const path = usePath();
  const may = useMay();
  const network = useNetworkName(platform);
  const isEnding = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) < now() + SOON_MS;
  const { icon, tone, word } = canPublish
    ? isEnding
      ? { icon: "!", tone: "mark", word: words.ending }
      : { icon: "●", tone: "posted", word: words.ready }
    : { icon: "✕", tone: "failed", word: words.blocked };
  return (
    <li data-of-row="" className={`account-line ${simulated ? "hatched-edge" : ""}`}>
      <Tile {...{ platform }} isSimulated={simulated} isLabelled={false} />
      <div className="account-name">
        <p className="account-handle" dir="auto" title={handle}>
          {profileUrl === null || simulated ? handle : <External href={profileUrl}>{handle}</External>}
        </p>
        <p className="small">
          {network}
          {!canPublish && blockedReason !== null && <>. {blockedReason}</>}
          {canPublish && isEnding && (
            <>
              . {words.ending} <Time at={tokenExpiresAt} />
            </>
          )}
        </p>
        {!canPublish && may("manage") && (
          <Link href={path(reconnectScreen(account))} className="small">
            {words.reconnect}
          </Link>
        )}
      </div>
      <span className={`state ${tone}`} title={word}>
        <span aria-hidden="true">{icon}</span>
        <span className="hidden">{word}</span>
      </span>
    </li>
  );
}
