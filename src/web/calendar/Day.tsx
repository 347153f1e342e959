// One day with its posts and free slots, in every view.
import { ImagePlus, Plus } from "lucide-react";
import { memo, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { now } from "../api.ts";
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { useMay } from "../may.ts";
import { proposedTime, useCalendarAddress, useWrite } from "./addresses.ts";
import { Card } from "./Card.tsx";
import { ComingFiles } from "./ComingFiles.tsx";
import { hoursOf, type View } from "./days.ts";
import type { Day as DayEntries, Entry } from "./entries.ts";
import { DraftCard } from "./DraftCard.tsx";
import { dayName, shortDay, weekdayName } from "./names.ts";
import { Slot } from "./Slot.tsx";
import "./Day.css";

interface Props {
  readonly day: DayEntries;
  readonly view: View;
  /** In a month: it is of the one before or after. */
  readonly isOutside?: boolean;
  readonly selected: ReadonlySet<string>;
}

/** Posts of a day in a month; more are behind a link. */
const MOST_IN_MONTH = 4;
const MINUTE_MS = 60_000;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE_MS / 4);
  return () => clearInterval(timer);
}

/** The present minute, ms since 1970. */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(now() / MINUTE_MS) * MINUTE_MS);

export const Day = memo(function Day({ day, view, isOutside = false, selected }: Props) {
  const { key, from, to, entries, cards } = day;
  const minute = useMinute();
  const isToday = from <= minute && minute < to;
  const isMonth = view === "month";
  const isLong = isMonth && cards.length > MOST_IN_MONTH;
  const cut = isLong ? cards.slice(0, MOST_IN_MONTH - 1) : cards;
  const shown = view === "week" ? entries : cut;
  const free = entries.filter((entry) => entry.kind === "slot");
  const lineAt = isToday && !isMonth ? shown.findIndex(({ at }) => at > minute) : null;
  return (
    <li
      className={`day ${to <= minute ? "is-past" : ""} ${isToday ? "is-today" : ""} ${isOutside ? "is-outside" : ""}`}
      data-day={key}
      data-from={from}
      aria-current={isToday ? "date" : undefined}
    >
      <DayHead day={day} view={view} isOver={to <= minute} />
      <ComingFiles day={key} />
      <ol className="day-entries">
        {shown.map((entry, index) => (
          <EntryLine key={keyOf(entry)} entry={entry} {...{ selected, isMonth }}>
            {lineAt === index && <NowLine at={minute} />}
          </EntryLine>
        ))}
        {lineAt === -1 && (
          <li>
            <NowLine at={minute} />
          </li>
        )}
        {isLong && (
          <li>
            <MoreLink dayKey={key} count={cards.length - cut.length} />
          </li>
        )}
      </ol>
      {view !== "week" && free.length > 0 && (
        <div className="free-slots" data-word={words.freeSlots}>
          {free.map(({ slot }) => (
            <Slot key={slot.at} slot={slot} />
          ))}
        </div>
      )}
    </li>
  );
});

function keyOf(entry: Entry): string {
  if (entry.kind === "slot") return entry.slot.at;
  return entry.kind === "post" ? entry.post.id : entry.draft.id;
}

interface LineProps extends Pick<Props, "selected"> {
  readonly entry: Entry;
  readonly isMonth: boolean;
  readonly children: React.ReactNode;
}

function EntryLine({ entry, selected, isMonth, children }: LineProps) {
  return (
    <li>
      {children}
      {entry.kind === "slot" && <Slot slot={entry.slot} />}
      {entry.kind === "draft" && <DraftCard draft={entry.draft} at={entry.at} isSmall={isMonth} />}
      {entry.kind === "post" && (
        <Card
          post={entry.post}
          at={entry.at}
          isMoving={entry.isMoving}
          isSelected={selected.has(entry.post.id)}
          isSmall={isMonth}
        />
      )}
    </li>
  );
}

interface HeadProps extends Pick<Props, "day" | "view"> {
  readonly isOver: boolean;
}

/** Leads to the list from that day on; a new post is beside it. */
function DayHead({ day: { date, key, posts, cards }, view, isOver }: HeadProps) {
  const zone = useZone();
  const address = useCalendarAddress();
  const write = useWrite();
  const may = useMay();
  const hours = hoursOf(date, zone);
  const name = dayName(date);
  const goal = view === "month" ? "week" : "list";
  return (
    <div className="day-head">
      <h3>
        <Link
          href={address({ view: goal, at: key })}
          data-stop={`day:${key}`}
          tabIndex={-1}
          draggable={false}
        >
          <span className="day-name" aria-hidden="true">
            {view === "list" && shortDay(date)}
            {view === "week" && <span>{weekdayName(date)}</span>}
            {view !== "list" && <b className="number">{date.day}</b>}
          </span>
          <span className="hidden">{words.dayOf(name, posts.length, cards.length - posts.length)}</span>
        </Link>
      </h3>
      {hours !== 24 && (
        <span className="day-hours" title={words.hoursAbout(hours)}>
          {words.hours(hours)[0]}
          <span className="day-hours-rest">{words.hours(hours)[1]}</span>
        </span>
      )}
      {!isOver && may("draft") && (
        <span className="day-adds">
          <button
            type="button"
            className="day-add"
            data-choose-files=""
            tabIndex={-1}
            aria-label={words.filesOn(name)}
            title={words.filesOn(name)}
          >
            <ImagePlus size={14} aria-hidden="true" />
          </button>
          <Link
            href={write(proposedTime(date, zone))}
            className="day-add"
            tabIndex={-1}
            draggable={false}
            aria-label={words.newOn(name)}
            title={words.newOn(name)}
          >
            <Plus size={14} aria-hidden="true" />
          </Link>
        </span>
      )}
    </div>
  );
}

function MoreLink({ dayKey, count }: { readonly dayKey: string; readonly count: number }) {
  const address = useCalendarAddress();
  return (
    <Link
      href={address({ view: "week", at: dayKey })}
      className="day-more"
      data-stop={`more:${dayKey}`}
      tabIndex={-1}
      draggable={false}
    >
      {words.more(count)}
    </Link>
  );
}

/** Between what is over and what is coming. */
function NowLine({ at }: { readonly at: number }) {
  const zone = useZone();
  const iso = new Date(at).toISOString();
  return (
    <p className="now-line">
      <time dateTime={iso}>{clockTime(iso, zone)}</time> <span className="hidden">{words.now}</span>
    </p>
  );
}
