// The last step: to the network's page, in this tab, and back to here.
import { useState } from "react";
import { call, connectLink } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { Reconnected } from "./Connect.tsx";
import type { NetworkFacts } from "./queries.ts";
import { CopyValue } from "./Walkthrough.tsx";

interface Props {
  readonly network: NetworkFacts;
  readonly account: Reconnected | null;
  readonly isReady: boolean;
  readonly onKeys: () => void;
}

export function SignIn({ network, account, isReady, onKeys }: Props) {
  const { id, name, connect } = network;
  const { id: profileId } = useProfile();
  const path = usePath();
  const [error, setError] = useState<unknown>(null);
  const [isLeaving, setLeaving] = useState(false);
  const oauth = connect.oauth;
  const leave = async () => {
    setLeaving(true);
    setError(null);
    try {
      const returnTo = path(`accounts/connect/${id}${account === null ? "" : `?account=${account.id}`}`);
      const { url } = await call(() => connectLink(profileId, id, returnTo));
      location.assign(url);
    } catch (fault) {
      setError(fault);
      setLeaving(false);
    }
  };
  return (
    <section className="card">
      <h2>{words.steps.sign}</h2>
      <p>{words.signMore(name)}</p>
      {oauth && (
        <>
          <dl className="copies">
            <CopyValue label={words.asksFor} value={oauth.scopes.join(" ")} />
            <CopyValue label={words.redirect} value={oauth.redirectUri} />
          </dl>
          <Elsewhere origin={new URL(oauth.redirectUri).origin} />
        </>
      )}
      {error !== null && <ErrorBox error={error} />}
      {isReady ? (
        <div className="row end">
          <Button kind="primary" isPending={isLeaving} onPress={() => void leave()}>
            {words.goTo(name)}
          </Button>
        </div>
      ) : (
        <div className="row end">
          <span className="small">{words.notReady}</span>
          <Button kind="primary" onPress={onKeys}>
            {words.steps.keys}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Both addresses beside each other, where the person is not at the one to which networks send people. */
function Elsewhere({ origin }: { readonly origin: string }) {
  if (origin === location.origin) return null;
  return (
    <div className="connect-warning" role="note">
      <p>
        <b>{words.elsewhere}</b>
      </p>
      <p>{words.elsewhereMore}</p>
      <dl className="copies">
        <CopyValue label={words.here} value={location.origin} />
        <CopyValue label={words.there} value={origin} />
      </dl>
    </div>
  );
}
