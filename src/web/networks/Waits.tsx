// What posts of a network wait for: servers that failed, and accounts that it asked to wait.
import { useState } from "react";
import { now } from "../api.ts";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Countdown } from "../parts/Countdown.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { useProfile } from "../profile.tsx";
import { networksWords as words } from "../words/networks.ts";
import type { NetworkState } from "./queries.ts";
import { useResume } from "./useResume.ts";

export function Waits({ network }: { readonly network: NetworkState }) {
  const { platform, name, servers } = network;
  const { id: profileId } = useProfile();
  const accounts = network.accounts.filter((each) => each.profileId === profileId);
  const { resume, insist, busy, error } = useResume();
  const [asked, setAsked] = useState<(typeof accounts)[number] | null>(null);
  if (servers.length + accounts.length === 0) return null;
  return (
    <>
      <ul className="network-waits">
        {servers.map(({ server, until, reason }) => (
          <Wait
            key={server}
            what={server === platform ? name : server}
            until={until}
            why={reason}
            isBusy={busy === server}
            onResume={() => void resume(platform, server)}
          />
        ))}
        {accounts.map((account) => (
          <Wait
            key={account.accountId}
            what={account.handle}
            until={account.until}
            why={words.asked(name)}
            isBusy={busy === account.accountId}
            onResume={() => setAsked(account)}
          />
        ))}
      </ul>
      {error !== null && <ErrorBox error={error} />}
      {asked && (
        <Dialog title={words.insistTitle(asked.handle)} isOpen onClose={() => setAsked(null)}>
          <p>{words.insist(name)}</p>
          <p>{words.insistMore}</p>
          <div className="row end">
            <Button onPress={() => setAsked(null)} autoFocus>
              {words.wait}
            </Button>
            <Button
              kind="danger"
              onPress={() => {
                setAsked(null);
                void insist(asked);
              }}
            >
              {words.insistNow}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface WaitProps {
  readonly what: string;
  readonly until: string;
  readonly why: string;
  readonly isBusy: boolean;
  readonly onResume: () => void;
}

function Wait({ what, until, why, isBusy, onResume }: WaitProps) {
  const may = useMay();
  const isOver = Date.parse(until) <= now();
  return (
    <li>
      <div>
        <p>
          <b dir="auto">{what}</b>
        </p>
        <p>
          {isOver ? (
            words.nextTries
          ) : (
            <>
              {words.waitsUntil} <Time at={until} /> (<Countdown to={until} />)
            </>
          )}
        </p>
        <p className="small">{why}</p>
      </div>
      {!isOver && may("manage") && (
        <Button isPending={isBusy} aria-label={words.resumeOne(what)} onPress={onResume}>
          {words.resume}
        </Button>
      )}
    </li>
  );
}
