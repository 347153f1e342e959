// The head of the calendar: which period, in which view, and what is left out.
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { ZoneNote } from "../parts/ZoneNote.tsx";
import { usePath, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { useCalendarAddress } from "./addresses.ts";
import { periodBeside, rangeOf, today, VIEWS } from "./days.ts";
import { Filters } from "./Filters.tsx";
import { periodName } from "./names.ts";
import type { Filter, Place } from "./place.ts";
import { useDrafts } from "./planned-drafts.ts";
import "./Head.css";

interface Props {
  readonly place: Place;
  readonly go: (change: Partial<Filter> & Partial<Omit<Place, "filter">>) => void;
  readonly areDraftsShown: boolean;
  readonly toggleDrafts: () => void;
}

export function Head({ place, go, areDraftsShown, toggleDrafts }: Props) {
  const { view, at } = place;
  const zone = useZone();
  const path = usePath();
  return (
    <header className="calendar-head">
      <div className="calendar-title">
        <h1>{words.title}</h1>
        <Link className="button primary" href={path("write")}>
          <Plus size={16} aria-hidden="true" /> {words.write}
        </Link>
      </div>
      <div className="calendar-bar">
        <div className="calendar-period">
          <Button
            kind="quiet"
            aria-label={words.earlier[view]}
            onPress={() => go({ at: periodBeside(view, at, -1) })}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </Button>
          <Button
            kind="quiet"
            aria-label={words.later[view]}
            onPress={() => go({ at: periodBeside(view, at, 1) })}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </Button>
          <h2 aria-live="polite">{periodName(view, at, rangeOf(view, at))}</h2>
          <Button size="small" onPress={() => go({ at: today(zone) })}>
            {words.today}
          </Button>
        </div>
        <Views place={place} />
      </div>
      <div className="calendar-bar">
        <div className="calendar-filters">
          <Filters filter={place.filter} change={go} />
          <DraftsButton isShown={areDraftsShown} toggle={toggleDrafts} />
        </div>
        <ZoneNote />
      </div>
    </header>
  );
}

function Views({ place: { view, at } }: Pick<Props, "place">) {
  const address = useCalendarAddress();
  return (
    <nav className="views" aria-label={words.view}>
      {VIEWS.map((each) => (
        <Link
          key={each}
          href={address({ view: each, at: at.toString() })}
          aria-current={each === view ? "page" : undefined}
        >
          {words.views[each]}
        </Link>
      ))}
    </nav>
  );
}

function DraftsButton({ isShown, toggle }: { readonly isShown: boolean; readonly toggle: () => void }) {
  const count = useDrafts().rest?.length ?? null;
  return (
    <Button aria-expanded={isShown} onPress={toggle}>
      {words.drafts(count)}
    </Button>
  );
}
