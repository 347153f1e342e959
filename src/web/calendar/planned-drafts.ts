// Drafts that this browser has a time for: they stand in the calendar, although nothing will send them yet.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { now } from "../api.ts";
import { folderOf } from "../compose/copies.ts";
import type { When } from "../compose/draft.ts";
import { changeTime, plannedTimes } from "../compose/planned-times.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { whenText } from "./moved-text.ts";
import type { Goal, Movable, Moves } from "./moves.ts";
import type { Filter } from "./place.ts";
import { draftsQuery, type Draft } from "./queries.ts";

export interface PlannedDraft {
  readonly draft: Draft;
  /** ISO time. */
  readonly at: string;
}

interface Drafts {
  /** Undefined before they are read. */
  readonly all: readonly Draft[] | undefined;
  readonly planned: readonly PlannedDraft[];
  /** Those without a time, or whose time is over. */
  readonly rest: readonly Draft[] | undefined;
}

const NONE: readonly Draft[] = [];

/** Where the copies of drafts are that this person writes in this profile. */
export const useDraftFolder = (): string => folderOf(useProfile().id, useSession().owner.id);

export function useDrafts(): Drafts {
  const folder = useDraftFolder();
  const all = useQuery(draftsQuery(useProfile().id)).data?.posts;
  // As text, which is the same as long as nothing changes.
  const times = useSyncExternalStore(onStored, () => JSON.stringify(plannedTimes(folder)));
  return useMemo(() => {
    const known = JSON.parse(times) as Readonly<Record<string, string>>;
    const planned = (all ?? NONE).flatMap((draft) => {
      const at = known[draft.id];
      return at !== undefined && Date.parse(at) > now() ? [{ draft, at }] : [];
    });
    const ids = new Set(planned.map(({ draft }) => draft.id));
    return { all, planned, rest: all?.filter(({ id }) => !ids.has(id)) };
  }, [all, times]);
}

/** Here, or in another tab. */
function onStored(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    removeEventListener("storage", changed);
  };
}
const listeners = new Set<() => void>();

/** As far as moving it goes. */
export const plannedMovable = ({ draft: { id, revision }, at }: PlannedDraft): Movable => ({
  id,
  revision,
  at,
  // It takes the slot of a day, where one is free at its time.
  isQueued: true,
});

/** @returns what gives a draft another time, or none, and says so */
export function useMovePlanned(noteUndo: Moves["noteUndo"]): (id: string, goal: Goal) => void {
  const folder = useDraftFolder();
  const zone = useZone();
  const notice = useNotice();
  const change = (id: string, when: When, isUndo: boolean) => {
    if ("at" in when && Date.parse(when.at) <= now()) return notice({ text: words.past });
    const before = changeTime(folder, id, when);
    for (const listener of listeners) listener();
    if (before === null) return;
    const revert = () => change(id, before, true);
    noteUndo(isUndo ? null : revert);
    const text = "at" in when ? words.moved(whenText(when.at, zone)) : words.movedToDrafts;
    notice({ text, ...(!isUndo && { action: { label: words.undo, run: revert } }) });
  };
  return (id, goal) => change(id, whenOf(goal), false);
}

function whenOf(goal: Goal): When {
  if (!("at" in goal)) return { kind: "queue" };
  return { kind: goal.kind === "slot" ? "slot" : "time", at: goal.at };
}

/** Those that the filters of the calendar leave. */
export const shownDrafts = (
  drafts: readonly PlannedDraft[],
  { account, network, label, status }: Filter,
): readonly PlannedDraft[] =>
  drafts.filter(
    ({ draft: { targets, labels } }) =>
      status === "" &&
      (account === "" || targets.some(({ accountId }) => accountId === account)) &&
      (network === "" || targets.some(({ platform }) => platform === network)) &&
      (label === "" || labels.includes(label)),
  );
