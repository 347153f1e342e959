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
  /** The order that was asked for, while the server has not answered. */
  readonly asked: readonly string[] | null;
  /** @param to its new place among the queued posts, from 0 */
  readonly moveTo: (id: string, to: number) => void;
  readonly undo: (() => void) | null;
}

/** @param ids of the queued posts, the next one first */
export function useOrder(ids: readonly string[], onMoved: (id: string) => void): Order {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const isRunning = useRef(false);
  /** The order stands for itself: asked for twice, it is the same. */
  const send = async (order: readonly string[], after: (times: ReadonlyMap<string, string>) => void) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setAsked(order);
    try {
      const put = () => call(() => v1(profileId).queue.order.put({ ids: [...order] }));
      const { posts } = await put().catch((error: unknown) => {
        if (error instanceof NoAnswerError) return put();
        throw error;
      });
      await refresh(queries);
      after(new Map(posts.map(({ id, at }) => [id, at])));
    } catch (error) {
      await refresh(queries);
      notice({ text: error instanceof NoAnswerError ? words.unknown : problemText(error), tone: "bad" });
    }
    setAsked(null);
    isRunning.current = false;
  };
  const back = (order: readonly string[]) =>
    void send(order, () => {
      setBefore(null);
      notice({ text: words.undone });
    });
  const moveTo = (id: string, to: number) => {
    const place = Math.max(0, Math.min(to, ids.length - 1));
    if (!ids.includes(id) || ids.indexOf(id) === place) return;
    const order = ids.filter((each) => each !== id).toSpliced(place, 0, id);
    const old = ids;
    void send(order, (times) => {
      setBefore(old);
      const at = times.get(id);
      const when = at === undefined ? "" : whenText(at, zone);
      notice({
        text: words.reordered(when, place + 1, order.length),
        action: { label: words.undo, run: () => back(old) },
      });
      onMoved(id);
    });
  };
  return { asked, moveTo, undo: before && (() => back(before)) };
}
