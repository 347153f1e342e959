// The coming moments of the queue: who holds them, which are free, and in which order.
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type RefObject } from "react";
import { useMoves } from "../calendar/moves.ts";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { currentRow, moveRow } from "../parts/rows.ts";
import { useDragging } from "../parts/useDragging.ts";
import { useKeptRow } from "../parts/useKeptRow.ts";
import { useProfile, useZone } from "../profile.tsx";
import { whenText } from "../calendar/moved-text.ts";
import { queueWords as words } from "../words/queue.ts";
import { MomentRow } from "./MomentRow.tsx";
import { useOrder, type Order } from "./order.ts";
import { linesOf, queuedQuery, type Line, type QueueState } from "./queries.ts";
import "./Coming.css";

export function Coming({ queue }: { readonly queue: QueueState }) {
  const { id: profileId } = useProfile();
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const queued = useQuery(queuedQuery(profileId));
  const lines = linesOf(queue, queued.data?.posts ?? NONE);
  // Someone who has moved on in the meantime keeps their place.
  const focusPost = (id: string) => {
    const row = list.current?.querySelector(`[data-queued="${CSS.escape(id)}"]`);
    const focused = document.activeElement;
    if (focused === document.body || row?.contains(focused))
      row?.querySelector<HTMLElement>("[data-row]")?.focus();
  };
  const order = useOrder(
    lines.flatMap(({ moment }) => moment.postId ?? []),
    focusPost,
  );
  const moves = useMoves(() => () => {});
  useKeptRow(list);
  useOrderKeys(order);
  const all = order.isPending ? inOrder(lines, order.ids) : lines;
  useOrderByMouse(list, all, order);
  const [isWhole, setWhole] = useState(false);
  const lastPost = all.findLastIndex(({ moment }) => moment.postId !== null);
  const shown = isWhole ? all : all.slice(0, lastPost + 1 + FREE_SHOWN);
  return (
    <section className="coming" aria-labelledby={titleId} ref={list}>
      <h2 id={titleId}>{words.coming}</h2>
      {queued.data === undefined && queued.error !== null && (
        <ErrorBox error={queued.error} retry={queued.refetch} />
      )}
      {queued.data === undefined && queued.error === null && <Skeleton rows={6} />}
      {queued.data !== undefined && order.ids.length === 0 && (
        <Empty title={words.empty}>
          <p>{words.emptyMore}</p>
        </Empty>
      )}
      {queued.data !== undefined && lines.length > 0 && (
        <ol className="rows">
          {shown.map((line) => (
            <MomentRow
              key={line.moment.postId ?? line.moment.at}
              line={line}
              slots={queue.slots}
              place={line.moment.postId === null ? null : order.ids.indexOf(line.moment.postId)}
              count={order.ids.length}
              isMoving={order.isPending}
              moveTo={order.moveTo}
              moves={moves}
            />
          ))}
        </ol>
      )}
      {shown.length < all.length && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {words.moreFree(all.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

const NONE: readonly [] = [];
/** Free places after the last post. */
const FREE_SHOWN = 6;

/** The posts in another order, at the same moments. */
function inOrder(lines: readonly Line[], asked: readonly string[]): readonly Line[] {
  const byId = new Map(lines.map((line) => [line.moment.postId, line]));
  let next = 0;
  return lines.map((line) => {
    if (line.moment.postId === null) return line;
    const postId = asked[next++] ?? null;
    return { ...line, moment: { ...line.moment, postId }, post: byId.get(postId)?.post ?? null };
  });
}

function useOrderKeys({ ids, moveTo, undo }: Order): void {
  const selected = () => currentRow()?.closest<HTMLElement>("[data-queued]")?.dataset["queued"] ?? null;
  const moveBy = (by: 1 | -1) => () => {
    const id = selected();
    if (id !== null) moveTo(id, ids.indexOf(id) + by);
  };
  const may = useMay();
  const isPost = () => may("publish") && selected() !== null;
  useKeys([
    { key: "j", does: words.keys.next, run: () => moveRow(1) },
    { key: "k", does: words.keys.previous, run: () => moveRow(-1) },
    { key: "alt+arrowup", does: words.keys.up, run: moveBy(-1), when: isPost },
    { key: "alt+arrowdown", does: words.keys.down, run: moveBy(1), when: isPost },
    ...(undo === null ? [] : [{ key: "u", does: words.keys.undo, run: undo }]),
  ]);
}

/** A post that is dropped on another one takes its place; those between move up or down. */
function useOrderByMouse(
  list: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  { ids, moveTo }: Order,
): void {
  const zone = useZone();
  const may = useMay();
  useDragging<string, number>(list, {
    begin: (element) => (may("publish") ? (element.dataset["queued"] ?? null) : null),
    over(item, target) {
      const row = target.closest<HTMLElement>("[data-queued]");
      const id = row?.dataset["queued"];
      if (!row || id === undefined || id === item) return null;
      const [from, to] = [ids.indexOf(item), ids.indexOf(id)];
      const at = lines.find(({ moment }) => moment.postId === id)?.moment.at ?? "";
      const label = words.takesPlace(whenText(at, zone));
      return { goal: to, element: row, side: to < from ? "before" : "after", label };
    },
    drop: moveTo,
  });
}
