// The posts, page after page as one scrolls.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { ProblemError } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { currentRow } from "../parts/rows.ts";
import { Stale } from "../parts/Stale.tsx";
import { useNearEnd } from "../parts/useNearEnd.ts";
import { useProfile } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import type { Filter } from "./filter.ts";
import type { Author } from "./Filters.tsx";
import { Nothing } from "./Nothing.tsx";
import { Page } from "./Page.tsx";
import { placeOfList, useNotePlace, useReturn } from "./place.ts";
import { pageQuery, type Counts } from "./queries.ts";
import { useCursors } from "./useCursors.ts";
import { useRetry } from "./useRetry.ts";

interface Props {
  readonly filter: Filter;
  readonly counts: Counts | undefined;
  readonly authors: readonly Author[];
  readonly onClear: () => void;
}

export function List({ filter, counts, authors, onClear }: Props) {
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
        <Pages filter={filter} setSize={sizeOf(filter, counts)} />
      )}
    </>
  );
}

function Pages({ filter, setSize }: { readonly filter: Filter; readonly setSize: number }) {
  const { id } = useProfile();
  const { cursors, place, setNext, showMore, isWhole } = useCursors(() => placeOfList(id, filter));
  const { retry, busy } = useRetry();
  const end = useRef<HTMLParagraphElement>(null);
  useNearEnd(end, showMore);
  useReturn(id, filter);
  useNotePlace(id, filter, place);
  useKeys([
    { key: "e", does: words.keys.edit, run: () => pressInRow("[data-edit]") },
    { key: "r", does: words.keys.retry, run: () => pressInRow("[data-retry]") },
  ]);
  return (
    <div className="posts-list">
      <div role="feed" aria-label={words.list} className="feed">
        {cursors.map((cursor, index) => (
          // The same place holds another page when posts before it were added.
          // oxlint-disable-next-line react/no-array-index-key
          <Page key={index} {...{ filter, cursor, index, setNext, retry, busy, setSize }} />
        ))}
      </div>
      <p ref={end} className="posts-end small">
        {cursors.length > 1 && isWhole && words.end}
      </p>
    </div>
  );
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
