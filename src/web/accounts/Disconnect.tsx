// Asks before an account is disconnected, and says what becomes of the posts that wait for it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call, isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";

interface Props {
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

export function Disconnect({ account: { id, handle, waitingPosts }, onClose }: Props) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const disconnect = async () => {
    setBusy(true);
    setError(null);
    try {
      const { statusDetail } = await call(() => admin().accounts({ id }).disconnect.post());
      done(statusDetail);
    } catch (fault) {
      // The answer to an earlier try was lost.
      if (isProblem(fault, "account_disconnected")) done(null);
      else setError(fault);
    }
    setBusy(false);
  };
  const done = (detail: string | null) => {
    notice({ text: detail ?? words.disconnectedNotice(handle) });
    void queries.invalidateQueries();
    onClose();
  };
  return (
    <Dialog title={words.disconnectTitle(handle)} isOpen onClose={onClose}>
      <p>
        <b>{words.disconnectWaiting(waitingPosts)}</b>
      </p>
      <p>{words.disconnectMore}</p>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button kind="danger" isPending={isBusy} onPress={() => void disconnect()}>
          {words.disconnectButton}
        </Button>
      </div>
    </Dialog>
  );
}
