// One page of the list: drawn, and read again when its posts change, only near the screen.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useLayoutEffect, useRef } from "react";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import type { PostRow as Row } from "../lists.ts";
import { useProfile } from "../profile.tsx";
import type { Filter } from "./filter.ts";
import { isReturning } from "./place.ts";
import { PostRow } from "./PostRow.tsx";
import { PAGE_SIZE, pageQuery } from "./queries.ts";
import type { Selection } from "./selection.ts";
import { useNear } from "./useNear.ts";

interface Props {
  readonly filter: Filter;
  readonly cursor: string | null;
  readonly index: number;
  readonly setNext: (index: number, next: string | null) => void;
  readonly retry: (post: Row) => void;
  /** The post that is being sent again. */
  readonly busy: string | null;
  readonly selected: Selection["ids"];
  readonly toggle: Selection["toggle"];
  /** Posts in the whole list; -1 where that is not known. */
  readonly setSize: number;
}

/** What a screen shows of a page; the rest is drawn after it. */
const FIRST_ROWS = 12;
const ALL = Number.POSITIVE_INFINITY;

export const Page = memo(function Page(props: Props) {
  const { filter, cursor, index, setNext, retry, busy, selected, toggle, setSize } = props;
  const { id } = useProfile();
  const place = useRef<HTMLDivElement>(null);
  const { isNear, height } = useNear(place);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery(id, filter, cursor),
    placeholderData: keepPreviousData,
    subscribed: isNear,
  });
  const count = useDeferredValue(ALL, isReturning(id, filter) ? ALL : FIRST_ROWS);
  // Keys and clicks are answered while another list is drawn.
  const posts = useDeferredValue(data?.posts);
  const next = data === undefined || isPlaceholderData ? undefined : data.nextCursor;
  useLayoutEffect(() => {
    if (next !== undefined) setNext(index, next);
  }, [index, next, setNext]);
  return (
    <div ref={place} {...(!isNear && height !== null && { style: { height } })}>
      {isNear &&
        posts
          ?.slice(0, count)
          .map((post, n) => (
            <PostRow
              key={post.id}
              post={post}
              place={index * PAGE_SIZE + n + 1}
              isBusy={busy === post.id}
              isSelected={selected.has(post.id)}
              {...{ setSize, retry, toggle }}
            />
          ))}
      {isNear &&
        data === undefined &&
        (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={8} />)}
    </div>
  );
});
