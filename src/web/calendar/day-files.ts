// Files that are put on a day of the calendar: they go up, and become one draft that stands there.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { firstAccounts } from "../compose/first-accounts.ts";
import { EMPTY, type When } from "../compose/draft.ts";
import { noteTime } from "../compose/planned-times.ts";
import { createDraft } from "../compose/requests.ts";
import { useNotice } from "../parts/Notices.tsx";
import { usePath, useProfile, type Profile } from "../profile.tsx";
import { newKey } from "../random.ts";
import { untilAnswered } from "../repeat.ts";
import { accountsQuery } from "../today/queries.ts";
import { useLibraryUploads } from "../uploads/library-uploads.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { problemText } from "../words/problem.ts";
import { useDraftFolder } from "./planned-drafts.ts";
import { refresh } from "./moves.ts";

/** What was put on a day at once. */
export interface DayFiles {
  readonly key: string;
  /** Such as 2027-03-29. */
  readonly day: string;
  /** When the draft is to go out, ISO time. */
  readonly at: string;
  /** Of its uploads. */
  readonly uploads: readonly string[];
  /** `over`: only refused files are left of it. */
  readonly state: "sending" | "making" | "over";
}

const NONE: readonly DayFiles[] = [];
/** By profile: they go on while other screens are shown. */
const all = new Map<string, readonly DayFiles[]>();
const listeners = new Set<() => void>();

function change(profileId: string, to: (before: readonly DayFiles[]) => readonly DayFiles[]): void {
  all.set(profileId, to(all.get(profileId) ?? NONE));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Those of which something is to be seen. */
export function useDayFiles(): readonly DayFiles[] {
  const { id } = useProfile();
  const files = useSyncExternalStore(subscribe, () => all.get(id) ?? NONE);
  const { list } = useLibraryUploads();
  return useMemo(
    () =>
      files.filter(({ state, uploads }) => state !== "over" || list.some(({ key }) => uploads.includes(key))),
    [files, list],
  );
}

export type Moment = Extract<When, { readonly at: string }>;

/** @returns what sends the files and makes the draft */
export function usePutFiles(): (day: string, when: Moment, files: readonly File[]) => void {
  const profile = useProfile();
  const { id: profileId } = profile;
  const folder = useDraftFolder();
  const queries = useQueryClient();
  const notice = useNotice();
  const path = usePath();
  const [, navigate] = useLocation();
  const { send } = useLibraryUploads();
  const put = async (day: string, when: Moment, files: readonly File[]) => {
    const sent = send(files);
    const key = newKey();
    const uploads = sent.map((each) => each.key);
    const show = (state: DayFiles["state"] | null) =>
      change(profileId, (before) => [
        ...before.filter((each) => each.key !== key),
        ...(state === null ? [] : [{ key, day, at: when.at, uploads, state }]),
      ]);
    show("sending");
    const arrived = await Promise.all(sent.map((each) => each.arrived));
    const media = arrived.flatMap((file) => (file === null ? [] : [file.id]));
    // What was refused is shown until somebody has read it.
    const rest = media.length < files.length ? "over" : null;
    if (media.length === 0) return show(rest);
    show("making");
    try {
      const post = await makeDraft(profile, key, media, queries);
      noteTime(folder, post, when);
      await refresh(queries);
      const write = { label: words.writeDraft, run: () => navigate(path(`write/${post.id}`)) };
      notice({ text: words.draftMade(media.length), action: write });
    } catch (error) {
      notice({ text: `${words.draftFailed(media.length)} ${problemText(error)}`, tone: "bad" });
    }
    show(rest);
  };
  return (day, when, files) => void put(day, when, files);
}

/** With the accounts that a new post begins with: the same key makes one draft, however often it is sent. */
async function makeDraft(profile: Profile, key: string, media: readonly string[], queries: QueryClient) {
  const { signal } = new AbortController();
  const ask = () => queries.ensureQueryData({ ...accountsQuery(profile.id), retry: false });
  const { accounts } = await untilAnswered(ask, () => {}, signal);
  const usable = accounts.filter(({ canPublish }) => canPublish).map(({ id }) => id);
  const content = { ...EMPTY, accounts: firstAccounts(profile, usable), media };
  return await untilAnswered(
    () => createDraft(profile.id, key, content),
    () => {},
    signal,
  );
}
