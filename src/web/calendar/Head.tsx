// The head of the calendar: which period, in which view, and what is left out.
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useNetworks } from "../networks.ts";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { ZoneNote } from "../parts/ZoneNote.tsx";
import { usePath, useProfile, useZone } from "../profile.tsx";
import { accountsQuery } from "../today/queries.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { periodBeside, rangeOf, today, VIEWS } from "./days.ts";
import { periodName } from "./names.ts";
import type { Filter, Place } from "./place.ts";
import { draftsQuery } from "./queries.ts";
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
        <Filters place={place} go={go}>
          <DraftsButton isShown={areDraftsShown} toggle={toggleDrafts} />
        </Filters>
        <ZoneNote />
      </div>
    </header>
  );
}

function Views({ place: { view, at } }: Pick<Props, "place">) {
  const path = usePath();
  return (
    <nav className="views" aria-label={words.view}>
      {VIEWS.map((each) => (
        <Link
          key={each}
          href={`${path("calendar")}?view=${each}&at=${at.toString()}`}
          aria-current={each === view ? "page" : undefined}
        >
          {words.views[each]}
        </Link>
      ))}
    </nav>
  );
}

interface FiltersProps extends Pick<Props, "place" | "go"> {
  readonly children: ReactNode;
}

function Filters({ place: { filter }, go, children }: FiltersProps) {
  const { id } = useProfile();
  const { data: networks } = useNetworks();
  const { data } = useQuery(accountsQuery(id));
  const accounts = (data?.accounts ?? []).map(({ id: value, handle: name, platform }) => ({
    value,
    name,
    note: networks?.networks.find((each) => each.id === platform)?.name ?? platform,
  }));
  return (
    <div className="calendar-filters">
      <Choice
        label={words.account}
        usual=""
        value={filter.account}
        options={[{ value: "", name: words.everyAccount }, ...accounts]}
        onChange={(account) => go({ account })}
      />
      <Choice
        label={words.state}
        usual=""
        value={filter.status}
        options={[{ value: "", name: words.everyState }, ...words.states]}
        onChange={(status) => go({ status })}
      />
      {isNarrowed(filter) && (
        <Button kind="quiet" onPress={() => go({ account: "", status: "" })}>
          {words.clear}
        </Button>
      )}
      {children}
    </div>
  );
}

export const isNarrowed = ({ account, status }: Filter): boolean => account !== "" || status !== "";

function DraftsButton({ isShown, toggle }: { readonly isShown: boolean; readonly toggle: () => void }) {
  const { id } = useProfile();
  const { data } = useQuery(draftsQuery(id));
  const count = data === undefined ? null : data.posts.length;
  return (
    <Button aria-expanded={isShown} onPress={toggle}>
      {words.drafts(count)}
    </Button>
  );
}
