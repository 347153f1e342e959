// The backups of this server, and what a person does with them.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { problemText } from "../words/problem.ts";

const readBackups = () => call(() => admin().backups.get());

export type BackupFacts = Awaited<ReturnType<typeof readBackups>>;
export type Backup = BackupFacts["backups"][number];
export type Schedule = BackupFacts["schedule"];

/** Another process may be making one, of which nothing is heard here, ms. */
const READ_EVERY_MS = 2000;

export const backupsQuery = queryOptions({
  queryKey: ["listBackups"],
  queryFn: readBackups,
  refetchInterval: ({ state: { data } }) => (data && data.running !== null ? READ_EVERY_MS : false),
});

export interface BackupActs {
  readonly isBusy: boolean;
  backUp(): Promise<void>;
  verify(name: string): Promise<void>;
  keepKey(fingerprint: string): Promise<void>;
}

export function useBackups(): BackupActs {
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const act = async (send: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await send();
    } catch (fault) {
      notice({ text: problemText(fault), tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["listBackups"] });
    setBusy(false);
  };
  return {
    isBusy,
    backUp: () => act(() => call(() => admin().backups.post())),
    verify: (name) => act(() => call(() => admin().backups({ name }).verify.post())),
    keepKey: (fingerprint) => act(() => call(() => admin()["key-kept"].post({ fingerprint }))),
  };
}
