// Drafts that this browser has a time for: they stand in the calendar, although nothing will send them yet.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { now } from "../api.ts";
import { folderOf } from "../compose/copies.ts";
import { plannedTimes } from "../compose/planned-times.ts";
import { useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
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

/** In another tab. */
function onStored(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
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
