// What can be done about an entry right in the list: try again, and put it off.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call, now, v1 } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { problemText } from "../words/problem.ts";
import { todayWords as words } from "../words/today.ts";
import type { AttentionItem } from "./attention.ts";

const DAY_MS = 86_400_000;

interface EntryActions {
  readonly retry: (item: AttentionItem) => void;
  readonly snooze: (item: AttentionItem) => void;
  /** The entry on which something is being done. */
  readonly busy: string | null;
}

export function useEntryActions(): EntryActions {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (id: string, send: () => Promise<unknown>, done: () => void) => {
    if (busy !== null) return;
    setBusy(id);
    try {
      await send();
      done();
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["getAttention"] });
    setBusy(null);
  };
  const back = (id: string) =>
    void run(
      id,
      () => call(() => admin().attention({ id }).snooze.delete()),
      () => notice({ text: words.notSnoozed }),
    );
  return {
    busy,
    retry({ id, title, subject: { postId } }) {
      if (postId === null) return;
      const headers = { prefer: "respond-async" };
      void run(
        id,
        () => call(() => v1(profileId).posts({ id: postId }).retry.post(undefined, { headers })),
        () => notice({ text: words.trying(title) }),
      );
    },
    snooze({ id }) {
      const until = moment(new Date(now() + DAY_MS).toISOString(), zone);
      void run(
        id,
        () => call(() => admin().attention({ id }).snooze.post({})),
        () => notice({ text: words.snoozed(until), action: { label: words.undo, run: () => back(id) } }),
      );
    },
  };
}
