// The calendar: what went out and what will, by week, month or list, and moving it.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useMay } from "../may.ts";
import { useProfile, useZone } from "../profile.tsx";
import { Agenda } from "./Agenda.tsx";
import { useCursor } from "./cursor.ts";
import { rangeOf } from "./days.ts";
import { Dialogs, useDialog } from "./Dialogs.tsx";
import { Drafts } from "./Drafts.tsx";
import { Head } from "./Head.tsx";
import { Period } from "./Period.tsx";
import { usePhone, usePlace } from "./place.ts";
import { draftOf, useKnown } from "./planning.ts";
import { calendarQuery, draftsQuery } from "./queries.ts";
import { Selection } from "./Selection.tsx";
import { useActions } from "./useActions.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";
import { useDraftsShown } from "./useDraftsShown.ts";
import { useMovingByMouse } from "./useMovingByMouse.ts";
import { useClicks, useSelected } from "./useSelected.ts";
import "./Calendar.css";

export function Calendar() {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const root = useRef<HTMLDivElement>(null);
  const [place, go] = usePlace();
  const isPhone = usePhone();
  const { view, at, filter } = place;
  const query = useQuery({
    ...calendarQuery(profileId, rangeOf(view, at), zone, filter),
    enabled: view !== "list",
  });
  const drafts = useQuery(draftsQuery(profileId)).data?.posts;
  const cursor = useCursor(root, view === "list" ? 1 : WEEK);
  const known = useKnown();
  const dialog = useDialog(known);
  const selection = useSelected();
  const [areDraftsShown, showDrafts] = useDraftsShown();
  const { moves, moveByDays, moveBySlot, obstacle } = useActions({
    place,
    isPhone,
    go,
    cursor,
    known,
    query,
  });
  const toggleDrafts = () => showDrafts(!areDraftsShown);
  const may = useMay();
  useClicks(root, may("publish") ? selection : { ...selection, toggle: dialog.peek }, dialog.peek);
  useMovingByMouse(root, { known, moves, obstacle, drafts: () => (may("publish") ? (drafts ?? []) : []) });
  const acts = {
    peek: dialog.peek,
    moveTo: dialog.moveTo,
    select: may("publish") ? selection.toggle : () => {},
  };
  useCalendarKeys({ place, go, cursor, moveByDays, moveBySlot, toggleDrafts, undo: moves.undo, ...acts });
  const shown = { at, filter, moving: moves.moving, selected: selection.ids };
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
              onClear={() => go({ account: "", status: "" })}
              onDrafts={() => showDrafts(true)}
            />
          )}
        </div>
      </div>
      <Selection ids={selection.ids} clear={selection.clear} moves={moves} />
      <Dialogs dialog={dialog} moves={moves} />
    </div>
  );
}

const WEEK = 7;
