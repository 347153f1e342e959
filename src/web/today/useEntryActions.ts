// What can be done about an entry right in the list: try again, and put it off.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
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
  /** The entries on which something is being done. */
  readonly busy: ReadonlySet<string>;
}

export function useEntryActions(): EntryActions {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const running = useRef(new Map<string, Promise<void>>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const showBusy = () => setBusy(new Set(running.current.keys()));
  const perform = async (id: string, send: () => Promise<unknown>, done: () => void) => {
    try {
      await send();
      done();
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["getAttention"] });
    running.current.delete(id);
    showBusy();
  };
  /** One at a time for each entry. */
  const run = (id: string, send: () => Promise<unknown>, done: () => void) => {
    if (running.current.has(id)) return;
    running.current.set(id, perform(id, send, done));
    showBusy();
  };
  /** It is offered before the list has been read again, and waits for that. */
  const back = async (id: string) => {
    await running.current.get(id);
    run(
      id,
      () => call(() => admin().attention({ id }).snooze.delete()),
      () => notice({ text: words.notSnoozed }),
    );
  };
  return {
    busy,
    retry({ id, title, subject: { postId } }) {
      if (postId === null) return;
      const headers = { prefer: "respond-async" };
      run(
        id,
        () => call(() => v1(profileId).posts({ id: postId }).retry.post(undefined, { headers })),
        () => notice({ text: words.trying(title) }),
      );
    },
    snooze({ id }) {
      const until = moment(new Date(now() + DAY_MS).toISOString(), zone);
      run(
        id,
        () => call(() => admin().attention({ id }).snooze.post({})),
        () => notice({ text: words.snoozed(until), action: { label: words.undo, run: () => void back(id) } }),
      );
    },
  };
}
