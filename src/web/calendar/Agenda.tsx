// The days that have posts, one below the other, without end in both directions.
import { CalendarDate } from "@internationalized/date";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useNearEnd } from "../parts/useNearEnd.ts";
import { useProfile, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { Day } from "./Day.tsx";
import { periodBeside, rangeOf } from "./days.ts";
import { daysWith, type Moving } from "./entries.ts";
import { shortDay } from "./names.ts";
import type { Filter } from "./place.ts";
import type { PlannedDraft } from "./planned-drafts.ts";
import { readPart, type CalendarPart } from "./queries.ts";
import "./Agenda.css";

interface Props {
  readonly at: CalendarDate;
  readonly filter: Filter;
  readonly drafts: readonly PlannedDraft[];
  readonly moving: Moving;
  readonly selected: ReadonlySet<string>;
}

/** So many parts without a post, and it waits to be asked for more. */
const MOST_EMPTY = 2;

export function Agenda({ at, filter, drafts, moving, selected }: Props) {
  const { id } = useProfile();
  const zone = useZone();
  const query = useInfiniteQuery({
    queryKey: ["getCalendar", id, { of: "list", at: at.toString(), zone, ...filter }],
    queryFn: ({ pageParam }) => readPart(id, rangeOf("list", pageParam), zone, filter),
    initialPageParam: at,
    getNextPageParam: (_last, _all, from) => periodBeside("list", from, 1),
    getPreviousPageParam: (_first, _all, from) => periodBeside("list", from, -1),
  });
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const parts = data?.pages ?? NONE;
  const isQuiet = parts.slice(-MOST_EMPTY).every(({ posts }) => posts.length === 0);
  // Loading the next part cancels any other read, such as the earlier part that someone asked for.
  const canGoOn = data !== undefined && error === null && !query.isFetching;
  useNearEnd(end, canGoOn && !isQuiet ? () => void fetchNextPage() : null);
  if (data === undefined) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={6} />;
  return (
    <>
      <Stale query={query} />
      <div className="agenda">
        <Button
          kind="quiet"
          isPending={query.isFetchingPreviousPage}
          onPress={() => void query.fetchPreviousPage()}
        >
          {words.earlierList}
        </Button>
        {parts.map((part, index) => {
          const from = data.pageParams[index];
          if (!(from instanceof CalendarDate)) return null;
          return <Part key={from.toString()} {...{ part, drafts, from, moving, selected }} />;
        })}
        <div ref={end} className="agenda-end">
          {isFetchingNextPage ? (
            <Skeleton rows={3} />
          ) : (
            <Button
              kind="quiet"
              isDisabled={query.isFetchingPreviousPage}
              onPress={() => void fetchNextPage()}
            >
              {words.laterList}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

const NONE: readonly CalendarPart[] = [];

interface PartProps extends Pick<Props, "drafts" | "moving" | "selected"> {
  readonly part: CalendarPart;
  readonly from: CalendarDate;
}

function Part({ part, drafts, from, moving, selected }: PartProps) {
  const zone = useZone();
  const range = useMemo(() => rangeOf("list", from), [from]);
  const days = useMemo(
    () => daysWith(part, drafts, range, zone, moving).filter(({ cards }) => cards.length > 0),
    [part, drafts, range, zone, moving],
  );
  if (days.length === 0)
    return (
      <p className="agenda-none small">
        {words.emptyList(shortDay(range.first), shortDay(range.first.add({ days: range.days - 1 })))}
      </p>
    );
  return (
    <ol className="agenda-days">
      {days.map((day) => (
        <Day key={day.key} day={day} view="list" selected={selected} />
      ))}
    </ol>
  );
}
