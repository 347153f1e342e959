// The calendar: what went out and what will, by week, month or list, and moving it.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useMay } from "../may.ts";
import { useProfile, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { Agenda } from "./Agenda.tsx";
import { useCursor } from "./cursor.ts";
import { rangeOf } from "./days.ts";
import { Dialogs, useDialog } from "./Dialogs.tsx";
import { Drafts } from "./Drafts.tsx";
import { Head } from "./Head.tsx";
import { Period } from "./Period.tsx";
import { EVERYTHING, usePhone, usePlace } from "./place.ts";
import { shownDrafts, useDrafts } from "./planned-drafts.ts";
import { draftOf, useKnown } from "./planning.ts";
import { calendarQuery } from "./queries.ts";
import { Selection } from "./Selection.tsx";
import { useActions } from "./useActions.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";
import { useDraftsShown } from "./useDraftsShown.ts";
import { useFilesOnDays } from "./useFilesOnDays.ts";
import { useMovingByMouse } from "./useMovingByMouse.ts";
import { useClicks, useSelected } from "./useSelected.ts";
import { FileInput } from "../uploads/FileInput.tsx";
import "./Calendar.css";

export function Calendar() {
  const { id: profileId, weekStart } = useProfile();
  const zone = useZone();
  const root = useRef<HTMLDivElement>(null);
  const [place, go] = usePlace();
  const isPhone = usePhone();
  const { view, at, filter } = place;
  const query = useQuery({
    ...calendarQuery(profileId, rangeOf(view, at, weekStart), zone, filter),
    enabled: view !== "list",
  });
  const { all: drafts, planned } = useDrafts();
  const plannedHere = useMemo(() => shownDrafts(planned, filter), [planned, filter]);
  const cursor = useCursor(root, view === "list" ? 1 : WEEK);
  const known = useKnown();
  const dialog = useDialog(known, planned);
  const selection = useSelected();
  const [areDraftsShown, showDrafts] = useDraftsShown();
  const { moves, move, moveByDays, moveBySlot, obstacle } = useActions({
    place,
    isPhone,
    go,
    cursor,
    known,
    planned,
    query,
  });
  const toggleDrafts = () => showDrafts(!areDraftsShown);
  const may = useMay();
  const mayMove = may("publish");
  useClicks(root, mayMove ? selection : { ...selection, toggle: dialog.peek }, dialog.peek);
  useMovingByMouse(root, {
    known,
    move,
    planned,
    obstacle,
    drafts: () => (mayMove ? (drafts ?? []) : []),
  });
  const dayNow = () => cursor.day() ?? at.toString();
  const { input, take, choose } = useFilesOnDays(root, { known, drafts: planned, dayNow });
  const chooseFiles = () => choose(dayNow());
  const acts = {
    peek: dialog.peek,
    moveTo: dialog.moveTo,
    select: mayMove ? selection.toggle : () => {},
  };
  useCalendarKeys({
    place,
    go,
    cursor,
    moveByDays,
    moveBySlot,
    toggleDrafts,
    chooseFiles,
    undo: moves.undo,
    ...acts,
  });
  const shown = { at, filter, drafts: plannedHere, moving: moves.moving, selected: selection.ids };
  return (
    <div className={`calendar ${areDraftsShown ? "with-drafts" : ""}`} ref={root}>
      <Head {...{ place, go, areDraftsShown, toggleDrafts }} />
      <div className="calendar-page">
        {areDraftsShown && (
          <Drafts onMove={(draft) => dialog.giveTime(draftOf(draft))} onClose={() => showDrafts(false)} />
        )}
        <div className="calendar-days">
          {view === "list" ? (
            <Agenda key={at.toString()} {...shown} />
          ) : (
            <Period
              {...{ ...shown, query, view, isPhone }}
              onChoose={(date) => go({ at: date })}
              onClear={() => go(EVERYTHING)}
              onDrafts={() => showDrafts(true)}
            />
          )}
        </div>
      </div>
      <FileInput label={words.chooseFiles} input={input} onFiles={take} />
      <Selection ids={selection.ids} clear={selection.clear} known={known} moves={moves} />
      <Dialogs dialog={dialog} onMove={move} />
    </div>
  );
}

const WEEK = 7;
