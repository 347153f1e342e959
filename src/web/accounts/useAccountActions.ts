// What people do to an account: check it now, pause it, resume it, mark it, put it in a group.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";

export type Colour = NonNullable<AccountRecord["colour"]>;

type Busy = "check" | "pause" | "group";

export function useAccountActions({ id, handle }: AccountRecord) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState<Busy | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Every one of these can be repeated: after a lost answer, what is shown is read again. */
  const act = async (what: Busy | null, change: () => Promise<string | null>) => {
    setBusy(what);
    setError(null);
    try {
      const text = await change();
      if (text !== null) notice({ text });
    } catch (fault) {
      setError(fault);
    }
    await Promise.all(
      ["listProfileAccounts", "listAccountHistory", "listAccounts", "getAttention"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
    setBusy(null);
  };
  const edit = (change: { paused?: boolean; colour?: Colour | null; group?: string | null }) =>
    call(() => admin().accounts({ id }).patch(change));
  return {
    isBusy,
    error,
    check: () =>
      void act("check", async () => {
        const { status } = await call(() => admin().accounts({ id }).check.post());
        return status === "active" ? words.checked : words.checkFailed;
      }),
    pause: () => void act("pause", async () => (await edit({ paused: true }), words.pausedNotice(handle))),
    resume: () => void act("pause", async () => (await edit({ paused: false }), words.resumed(handle))),
    group: (group: string | null) =>
      void act("group", async () => {
        const edited = await edit({ group });
        return words.joined(handle, edited.group);
      }),
    colour: (colour: Colour | null) => void act(null, async () => (await edit({ colour }), null)),
  };
}
