// The posts, page after page as one scrolls.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { createPortal } from "react-dom";
import { ProblemError } from "../api.ts";
import { useKeys } from "../keys.tsx";
import type { PostRow } from "../lists.ts";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { currentRow } from "../parts/rows.ts";
import { Stale } from "../parts/Stale.tsx";
import { useNearEnd } from "../parts/useNearEnd.ts";
import { useProfile } from "../profile.tsx";
import { bulkWords } from "../words/bulk.ts";
import { postsWords as words } from "../words/posts.ts";
import { acts } from "./bulk-acts.ts";
import { BulkBar } from "./BulkBar.tsx";
import type { Filter } from "./filter.ts";
import type { Author } from "./Filters.tsx";
import { Nothing } from "./Nothing.tsx";
import { Page } from "./Page.tsx";
import { placeOfList, postOfRow, useNotePlace, useReturn } from "./place.ts";
import { pageQuery, type Counts } from "./queries.ts";
import { useSelection, type Selection } from "./selection.ts";
import type { Bulk, BulkAct } from "./useBulk.ts";
import { useCursors } from "./useCursors.ts";
import { useRetry } from "./useRetry.ts";
import { useShownRows } from "./useShownRows.ts";
import "./List.css";

interface Props {
  readonly filter: Filter;
  readonly counts: Counts | undefined;
  readonly authors: readonly Author[];
  readonly onClear: () => void;
  readonly bulk: Bulk;
  /** Where the bar goes that is shown while posts are selected. */
  readonly dock: HTMLElement | null;
  readonly editLabels: () => void;
}

export function List({ filter, counts, authors, onClear, ...props }: Props) {
  const { id } = useProfile();
  const first = useQuery(pageQuery(id, filter, null));
  if (first.data === undefined)
    return first.error ? <ErrorBox error={first.error} retry={first.refetch} /> : <Skeleton rows={8} />;
  return (
    <>
      <Stale query={first} />
      {first.error instanceof ProblemError && <ErrorBox error={first.error} retry={first.refetch} />}
      {first.data.posts.length === 0 ? (
        <Nothing {...{ filter, authors, onClear }} />
      ) : (
        <Pages filter={filter} setSize={sizeOf(filter, counts)} {...props} />
      )}
    </>
  );
}

interface PagesProps extends Pick<Props, "filter" | "bulk" | "dock" | "editLabels"> {
  readonly setSize: number;
}

function Pages({ filter, setSize, bulk, dock, editLabels }: PagesProps) {
  const { id } = useProfile();
  const { cursors, place, setNext, showMore, isWhole } = useCursors(() => placeOfList(id, filter));
  const { retry, busy } = useRetry();
  const end = useRef<HTMLParagraphElement>(null);
  useNearEnd(end, showMore);
  useReturn(id, filter);
  useNotePlace(id, filter, place);
  const rows = useShownRows(filter, cursors);
  const may = useMay();
  const selection = useSelection(rows);
  const { chosen, ids: selected, toggle, clear, isSelecting, setSelecting } = selection;
  const run = (act: BulkAct, posts: readonly PostRow[] = chosen) => bulk.run(act, posts, clear);
  const retryChosen = () => (chosen.length > 0 ? run(acts.retry) : pressInRow("[data-retry]"));
  useKeys([
    { key: "e", does: words.keys.edit, run: () => pressInRow("[data-edit]") },
    { key: "r", does: words.keys.retry, run: retryChosen },
  ]);
  useSelectionKeys(selection);
  return (
    <div className={`posts-list ${isSelecting ? "selecting" : ""}`}>
      <div className="posts-select">
        {may("draft") && (
          <Button onPress={() => (isSelecting ? clear() : setSelecting(true))}>
            {isSelecting ? bulkWords.selectEnd : bulkWords.select}
          </Button>
        )}
      </div>
      <div role="feed" aria-label={words.list} className="feed">
        {cursors.map((cursor, index) => (
          // The same place holds another page when posts before it were added.
          // oxlint-disable-next-line react/no-array-index-key
          <Page key={index} {...{ filter, cursor, index, setNext, retry, busy, selected, toggle, setSize }} />
        ))}
      </div>
      <p ref={end} className="posts-end small">
        {cursors.length > 1 && isWhole && words.end}
      </p>
      {dock &&
        chosen.length > 0 &&
        createPortal(
          <BulkBar
            {...{ selection, run, editLabels }}
            shown={rows.length}
            isBusy={bulk.state.kind === "sending"}
          />,
          dock,
        )}
    </div>
  );
}

function useSelectionKeys({ chosen, toggle, selectAll, clear }: Selection): void {
  const press = (extend: boolean) => {
    const postId = postOfRow(document.activeElement);
    if (postId !== null) toggle(postId, extend);
  };
  const { keys } = bulkWords;
  useKeys([
    { key: "x", does: keys.select, run: () => press(false) },
    { key: "shift+x", does: keys.range, run: () => press(true) },
    { key: "a", does: keys.all, run: selectAll },
    ...(chosen.length > 0 ? [{ key: "escape", does: keys.clear, run: clear }] : []),
  ]);
}

/** As if it was pressed in the selected post; without one there is nothing to do. */
function pressInRow(what: string): void {
  currentRow()?.closest("[data-of-row]")?.querySelector<HTMLElement>(what)?.click();
}

/** How many posts the list has in all; -1 where that is not known. */
function sizeOf({ status }: Filter, of: Counts | undefined): number {
  if (of === undefined || of.capped) return -1;
  if (status === "") return of.total;
  const counts: Readonly<Record<string, number>> = of.counts;
  return status.split(",").reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}
