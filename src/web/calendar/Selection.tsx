// What can be done with several posts at once, while some are selected.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, NoAnswerError, v1 } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { problemText } from "../words/problem.ts";
import { refresh, type Moves } from "./moves.ts";
import "./Selection.css";

interface Props {
  readonly ids: ReadonlySet<string>;
  readonly clear: () => void;
  readonly moves: Moves;
}

type Action = { readonly action: "shift"; readonly days: number } | { readonly action: "queue" | "cancel" };

export function Selection({ ids, clear, moves }: Props) {
  const { run, isBusy } = useBulk(moves, clear);
  if (ids.size === 0) return null;
  const act = (action: Action) => run([...ids], action);
  return (
    <section className="selection" aria-label={words.selection(ids.size)}>
      <b role="status">{words.selection(ids.size)}</b>
      <div className="row">
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: -1 })}>
          {words.dayEarlier}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: 1 })}>
          {words.dayLater}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "shift", days: 7 })}>
          {words.weekLater}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "queue" })}>
          {words.toQueue}
        </Button>
        <Button size="small" isPending={isBusy} onPress={() => act({ action: "cancel" })}>
          {words.toDrafts}
        </Button>
        <Button size="small" kind="quiet" onPress={clear}>
          {words.deselect}
        </Button>
      </div>
    </section>
  );
}

function useBulk({ noteUndo }: Moves, clear: () => void) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  /** A lost answer is not repeated: a second time would move them twice. What is shown then says what is true. */
  const once = async (act: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const text = error instanceof NoAnswerError ? words.bulkUnknown : problemText(error);
      notice({ text, tone: "bad" });
    }
    await refresh(queries);
    isRunning.current = false;
    setBusy(false);
  };
  const takeBack = (token: string) =>
    once(async () => {
      noteUndo(null);
      const { results } = await repeated(() => call(() => v1(profileId).posts.actions.undo.post({ token })));
      notice({ text: words.undone(results.filter(({ ok }) => ok).length) });
      sayRefused(results);
    });
  const sayRefused = (
    results: readonly { readonly ok: boolean; readonly error: { readonly message: string } | null }[],
  ) => {
    const refused = results.filter(({ ok }) => !ok);
    const why = refused[0]?.error?.message;
    if (why !== undefined) notice({ text: words.notAll(refused.length, why), tone: "bad" });
  };
  const run = (ids: readonly string[], action: Action) =>
    once(async () => {
      const { results, undo } = await call(() =>
        v1(profileId).posts.actions.post({ ids: [...ids], ...action }),
      );
      const done = results.filter(({ ok }) => ok).length;
      const back = undo === null ? null : () => void takeBack(undo);
      noteUndo(back);
      const text =
        action.action === "shift" ? words.done.shift(done, action.days) : words.done[action.action](done);
      if (done > 0) notice({ text, ...(back && { action: { label: words.undo, run: back } }) });
      sayRefused(results);
      if (done === results.length) clear();
    });
  return { run: (ids: readonly string[], action: Action) => void run(ids, action), isBusy };
}

/** Undoing can be asked for twice: after a lost answer it is. */
async function repeated<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return await send();
  }
}
