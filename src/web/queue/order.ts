// Changes the order of queued posts: they exchange their times.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, NoAnswerError, v1 } from "../api.ts";
import { refresh } from "../calendar/moves.ts";
import { whenText } from "../calendar/moved-text.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { problemText } from "../words/problem.ts";
import { queueWords as words } from "../words/queue.ts";

export interface Order {
  /** The queued posts in their order: the one last asked for, while the server has not answered. */
  readonly ids: readonly string[];
  readonly isPending: boolean;
  /** @param to its new place among the queued posts, from 0 */
  readonly moveTo: (id: string, to: number) => void;
  readonly undo: (() => void) | null;
}

/** @param times of the posts, by their ids */
type After = (times: ReadonlyMap<string, string>) => void;

/** @param known the queued posts as the server last said, the next one first */
export function useOrder(known: readonly string[], onMoved: (id: string) => void): Order {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const ids = asked ?? known;
  const last = useRef<{ readonly order: readonly string[]; readonly sent: Promise<void> } | null>(null);
  const send = async (order: readonly string[], after: After, earlier: Promise<void> | undefined) => {
    await earlier;
    try {
      const { posts } = await put(profileId, order);
      await refresh(queries);
      after(new Map(posts.map(({ id, at }) => [id, at])));
    } catch (error) {
      await refresh(queries);
      setBefore(null);
      notice({ text: error instanceof NoAnswerError ? words.unknown : problemText(error), tone: "bad" });
    }
    if (last.current?.order !== order) return;
    last.current = null;
    setAsked(null);
  };
  /** What is asked for meanwhile waits its turn. */
  const ask = (order: readonly string[], after: After) => {
    setAsked(order);
    last.current = { order, sent: send(order, after, last.current?.sent) };
  };
  const back = (order: readonly string[]) => {
    setBefore(null);
    ask(order, () => notice({ text: words.undone }));
  };
  const moveTo = (id: string, to: number) => {
    const place = Math.max(0, Math.min(to, ids.length - 1));
    if (!ids.includes(id) || ids.indexOf(id) === place) return;
    const order = ids.filter((each) => each !== id).toSpliced(place, 0, id);
    setBefore(ids);
    ask(order, (times) => {
      const at = times.get(id);
      const when = at === undefined ? "" : whenText(at, zone);
      notice({
        text: words.reordered(when, place + 1, order.length),
        action: { label: words.undo, run: () => back(ids) },
      });
      onMoved(id);
    });
  };
  return { ids, isPending: asked !== null, moveTo, undo: before && (() => back(before)) };
}

/** The order stands for itself: asked for twice, it is the same. */
async function put(profileId: string, ids: readonly string[]) {
  const send = () => call(() => v1(profileId).queue.order.put({ ids: [...ids] }));
  return await send().catch((error: unknown) => {
    if (error instanceof NoAnswerError) return send();
    throw error;
  });
}
