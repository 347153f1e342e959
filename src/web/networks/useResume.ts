// Ends what posts wait for.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { networksWords as words } from "../words/networks.ts";

interface WaitingAccount {
  readonly accountId: string;
  readonly handle: string;
}

export function useResume() {
  const queries = useQueryClient();
  const notice = useNotice();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Can be repeated: after a lost answer, what is shown is read again. */
  const run = async (what: string, send: () => Promise<unknown>, done: string) => {
    if (busy !== null) return;
    setBusy(what);
    setError(null);
    try {
      await send();
      notice({ text: done });
    } catch (fault) {
      setError(fault);
    }
    await queries.invalidateQueries({ queryKey: ["listNetworkStatus"] });
    setBusy(null);
  };
  return {
    busy,
    error,
    resume: (platform: string, server: string) =>
      run(
        server,
        () => call(() => admin().networks({ id: platform }).resume.post({ server })),
        words.resumed(server),
      ),
    /** Although the network asked to wait. */
    insist: ({ accountId, handle }: WaitingAccount) =>
      run(
        accountId,
        () => call(() => admin().accounts({ id: accountId })["end-wait"].post()),
        words.insisted(handle),
      ),
  };
}
