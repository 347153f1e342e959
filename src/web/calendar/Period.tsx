// A week or a month: its days, or why there is nothing to see.
import type { CalendarDate } from "@internationalized/date";
import { useMemo } from "react";
import { Button } from "../parts/Button.tsx";
import { ProblemError } from "../api.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { rangeOf } from "./days.ts";
import { daysWith, type Moving } from "./entries.ts";
import { Month } from "./Month.tsx";
import { isNarrowed, type Filter } from "./place.ts";
import type { PlannedDraft } from "./planned-drafts.ts";
import type { CalendarPart } from "./queries.ts";
import { Week } from "./Week.tsx";

interface Props {
  readonly query: {
    readonly data: CalendarPart | undefined;
    readonly error: unknown;
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
  readonly view: "week" | "month";
  readonly at: CalendarDate;
  readonly filter: Filter;
  readonly drafts: readonly PlannedDraft[];
  readonly isPhone: boolean;
  readonly moving: Moving;
  readonly selected: ReadonlySet<string>;
  readonly onChoose: (date: CalendarDate) => void;
  readonly onClear: () => void;
  readonly onDrafts: () => void;
}

export function Period(props: Props) {
  const { query, view, at, drafts, isPhone, moving, selected, onChoose } = props;
  const { data, error, refetch } = query;
  const zone = useZone();
  const { weekStart } = useProfile();
  const days = useMemo(
    () => data && daysWith(data, drafts, rangeOf(view, at, weekStart), zone, moving),
    [data, drafts, view, at, weekStart, zone, moving],
  );
  if (data === undefined || days === undefined)
    return error ? (
      <ErrorBox error={error} retry={refetch} />
    ) : (
      <Skeleton rows={view === "week" ? 14 : 35} isColumns />
    );
  return (
    <>
      <Stale query={query} />
      {error instanceof ProblemError && <ErrorBox error={error} retry={refetch} />}
      {data.capped && <p className="small">{words.capped}</p>}
      {days.every(({ cards }) => cards.length === 0) && <Nothing {...props} />}
      {view === "week" ? (
        <Week {...{ days, at, isPhone, selected, onChoose }} />
      ) : (
        <Month {...{ days, at, selected }} />
      )}
    </>
  );
}

function Nothing({ view, filter, onClear, onDrafts }: Props) {
  const isFiltered = isNarrowed(filter);
  const text = view === "week" ? words.emptyWeek : words.emptyMonth;
  return (
    <div className="calendar-empty">
      <p>
        <b>{isFiltered ? words.noneFound : text}.</b>{" "}
        {!isFiltered && <span className="small">{words.emptyMore}</span>}
      </p>
      <Button onPress={isFiltered ? onClear : onDrafts}>{isFiltered ? words.clear : words.fromDrafts}</Button>
    </div>
  );
}
