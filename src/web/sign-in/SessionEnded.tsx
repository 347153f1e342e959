// Asks for the password over the page when the session has ended: the page stays, and what was interrupted is sent again.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onSessionEnd } from "../api.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { sessionQuery, useSession } from "../session.tsx";
import { signInWords as words } from "../words/sign-in.ts";
import { CredentialsForm } from "./CredentialsForm.tsx";

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function SessionEnded() {
  const { owner } = useSession();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let current: Waiting | null = null;
    return onSessionEnd(() => {
      if (current === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        current = { promise: promise.then(() => void (current = null)), resolve };
        setWaiting(current);
      }
      return current.promise;
    });
  }, []);
  const goOn = async () => {
    waiting?.resolve();
    setWaiting(null);
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <Dialog title={words.ended} isOpen={waiting !== null}>
      <p>{words.endedMore}</p>
      <p className="small">{owner.email}</p>
      <CredentialsForm email={owner.email} submit={words.continue} onSignedIn={() => void goOn()} />
      <a className="small" href="/sign-in">
        {words.someoneElse}
      </a>
    </Dialog>
  );
}
