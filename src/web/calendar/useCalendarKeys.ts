// The keys of the calendar.
import type { CalendarDate } from "@internationalized/date";
import { useLocation } from "wouter";
import { useKeys, useListedKeys, type Key } from "../keys.tsx";
import { usePath, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { proposedTime, useWrite } from "./addresses.ts";
import type { Cursor, Direction } from "./cursor.ts";
import { periodBeside, readDate, today, type View } from "./days.ts";
import { useMay } from "../may.ts";
import type { Place } from "./place.ts";

interface Context {
  readonly place: Place;
  readonly cursor: Cursor;
  readonly go: (change: { readonly view?: View; readonly at?: CalendarDate }) => void;
  readonly peek: (id: string) => void;
  readonly moveTo: (id: string) => void;
  readonly moveByDays: (id: string, days: 1 | -1) => void;
  readonly moveBySlot: (id: string, by: 1 | -1) => void;
  readonly select: (id: string) => void;
  readonly undo: (() => void) | null;
  readonly toggleDrafts: () => void;
  /** Of the day in which the focus is. */
  readonly chooseFiles: () => void;
}

export function useCalendarKeys(context: Context): void {
  const { place, cursor, go, undo, toggleDrafts } = context;
  const { keys } = words;
  const zone = useZone();
  const path = usePath();
  const write = useWrite();
  const may = useMay();
  const [, navigate] = useLocation();
  const { view, at } = place;
  const isPost = () => cursor.postId() !== null;
  const isCard = () => cursor.cardId() !== null;
  const withCard = (act: (id: string) => void) => () => {
    const id = cursor.cardId();
    if (id !== null) act(id);
  };
  const withPost = (act: (id: string) => void) => () => {
    const id = cursor.postId();
    if (id !== null) act(id);
  };
  const arrow = (direction: Direction) => () => {
    const isSideways = direction === "left" || direction === "right";
    const day = cursor.day();
    if (cursor.move(direction) || !isSideways || view === "list") return;
    const next = (readDate(day ?? "") ?? at).add({ days: direction === "left" ? -1 : 1 });
    cursor.goTo(`day:${next.toString()}`);
    go({ at: next });
  };
  const create = () => {
    const date = readDate(cursor.day() ?? "") ?? at;
    navigate(write(cursor.slot() ?? proposedTime(date, zone)));
  };
  const period = (by: 1 | -1) => () => go({ at: periodBeside(view, at, by) });
  const list: readonly (Key | null)[] = [
    { key: "arrowleft", does: keys.left, run: arrow("left"), when: isFree },
    { key: "arrowright", does: keys.right, run: arrow("right"), when: isFree },
    { key: "arrowup", does: keys.up, run: arrow("up"), when: isFree },
    { key: "arrowdown", does: keys.down, run: arrow("down"), when: isFree },
    { key: "enter", does: keys.peek, run: withPost(context.peek), when: isPost },
    {
      key: "alt+arrowleft",
      does: keys.dayBack,
      run: withCard((id) => context.moveByDays(id, -1)),
      when: isCard,
    },
    {
      key: "alt+arrowright",
      does: keys.dayOn,
      run: withCard((id) => context.moveByDays(id, 1)),
      when: isCard,
    },
    {
      key: "alt+arrowup",
      does: keys.slotBack,
      run: withCard((id) => context.moveBySlot(id, -1)),
      when: isCard,
    },
    {
      key: "alt+arrowdown",
      does: keys.slotOn,
      run: withCard((id) => context.moveBySlot(id, 1)),
      when: isCard,
    },
    { key: "m", does: keys.moveTo, run: withCard(context.moveTo), when: isCard },
    may("publish") ? { key: "x", does: keys.select, run: withPost(context.select) } : null,
    { key: "e", does: keys.open, run: withPost((id) => navigate(path(`posts/${id}`))) },
    may("draft") ? { key: "n", does: keys.create, run: create } : null,
    may("draft") ? { key: "i", does: keys.files, run: context.chooseFiles } : null,
    { key: "t", does: keys.today, run: () => go({ at: today(zone) }) },
    { key: "w", does: keys.week, run: () => go({ view: "week" }) },
    { key: "m", does: keys.month, run: () => go({ view: "month" }) },
    { key: "l", does: keys.list, run: () => go({ view: "list" }) },
    { key: "[", does: keys.before, run: period(-1) },
    { key: "]", does: keys.after, run: period(1) },
    { key: "d", does: keys.drafts, run: toggleDrafts },
    undo && { key: "u", does: keys.undo, run: undo },
  ];
  useKeys(list.filter((key) => key !== null));
  useListedKeys(PASTE);
}

/** The browser says what was pasted. */
const PASTE = [{ key: "mod+v", does: words.keys.paste }];

/** The focus is in the calendar, or nowhere. */
function isFree(): boolean {
  const element = document.activeElement;
  if (element === null || element === document.body || element.id === "main") return true;
  return element.closest("[data-day]") !== null;
}
