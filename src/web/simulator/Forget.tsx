// Empties the simulated networks of all profiles, after asking.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { simulatorWords as words } from "../words/simulator.ts";
import { simulatorQuery } from "./queries.ts";

export function Forget() {
  const may = useMay();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!may("administer")) return null;
  const forget = async () => {
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().simulator.delete());
      await queries.invalidateQueries({ queryKey: simulatorQuery.queryKey });
      setAsking(false);
      notice({ text: words.forgotten });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{words.forget}</Button>
      <Dialog title={words.forgetTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{words.forgetMore}</p>
        {error !== null && <ErrorBox error={error} />}
        <div className="row end">
          <Button autoFocus onPress={() => setAsking(false)}>
            {words.keep}
          </Button>
          <Button kind="danger" isPending={isBusy} onPress={() => void forget()}>
            {words.forget}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
