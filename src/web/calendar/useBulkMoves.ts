// Moves several posts at once: exactly once, even when the answer is lost, and with a way back.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, v1 } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { newKey } from "../random.ts";
import { LeftError, untilAnswered } from "../repeat.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { problemText } from "../words/problem.ts";
import { refresh, type Moves } from "./moves.ts";
import type { Known } from "./planning.ts";

export type BulkMove =
  { readonly action: "shift"; readonly days: number } | { readonly action: "queue" | "cancel" };

interface Result {
  readonly ok: boolean;
  readonly error: { readonly message: string } | null;
}

export interface BulkMoves {
  readonly run: (ids: readonly string[], move: BulkMove) => void;
  readonly isBusy: boolean;
}

/** @param onDone all of them were moved */
export function useBulkMoves(known: Known, { noteUndo }: Moves, onDone: () => void): BulkMoves {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<Promise<void> | null>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  const api = v1(profileId).posts.actions;
  const ask = <T>(send: () => Promise<T>): Promise<T> =>
    untilAnswered(send, () => notice({ text: words.askingMany }), left.current.signal);
  const perform = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof LeftError)) notice({ text: problemText(error), tone: "bad" });
    }
    await refresh(queries);
    running.current = null;
    setBusy(false);
  };
  /** One at a time: a second click in the same moment finds the first one running. */
  const alone = (act: () => Promise<void>) => void (running.current ??= perform(act));
  const sayRefused = (results: readonly Result[]) => {
    const refused = results.filter(({ ok }) => !ok);
    const why = refused[0]?.error?.message;
    if (why !== undefined) notice({ text: words.notAll(refused.length, why), tone: "bad" });
  };
  /** It is offered before the page has read again what was moved, and waits for that. */
  const takeBack = async (token: string) => {
    noteUndo(null);
    await running.current;
    alone(async () => {
      const { results } = await ask(() => call(() => api.undo.post({ token })));
      notice({ text: words.undone(results.filter(({ ok }) => ok).length) });
      sayRefused(results);
    });
  };
  const run = (ids: readonly string[], move: BulkMove) =>
    alone(async () => {
      // The key and the posts as they were seen: a second one of it does nothing.
      const options = { headers: { "idempotency-key": newKey() } };
      const body = { ...move, ids: [...ids], revisions: revisionsOf(ids, known) };
      const { results, undo } = await ask(() => call(() => api.post(body, options)));
      const done = results.filter(({ ok }) => ok).length;
      const back = undo === null ? null : () => void takeBack(undo);
      noteUndo(back);
      const text =
        move.action === "shift" ? words.done.shift(done, move.days) : words.done[move.action](done);
      if (done > 0) notice({ text, ...(back && { action: { label: words.undo, run: back } }) });
      sayRefused(results);
      if (done === results.length) onDone();
    });
  return { run, isBusy };
}

/** Of those that are shown. */
const revisionsOf = (ids: readonly string[], known: Known): Record<string, number> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const post = known.post(id);
      return post === null ? [] : [[id, post.revision]];
    }),
  );
