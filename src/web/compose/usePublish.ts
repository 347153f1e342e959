// The primary action of the composer: what it does, what it is called, and how it goes.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useLatest } from "../latest.ts";
import { useMay } from "../may.ts";
import { useNotice } from "../parts/Notices.tsx";
import { postQuery, type PostRecord } from "../post/queries.ts";
import { usePath, useProfile, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { composeWords as words } from "../words/compose.ts";
import { sameContent, type When } from "./draft.ts";
import { noteAccounts } from "./first-accounts.ts";
import { openPublisher, sameWhen, type Publisher, type PublisherDeps, type Sending } from "./publish.ts";
import { askForReview, schedulePost } from "./requests.ts";
import type { Check } from "./useCheck.ts";
import type { Composer } from "./useComposer.ts";

/** How long publishing now can be taken back, ms. */
const HOLD_MS = 5000;

export interface Publishing {
  readonly sending: Sending;
  readonly press: () => void;
  /** @returns whether there was anything to take back */
  readonly undo: () => void;
  readonly dismiss: () => void;
}

interface Props {
  readonly composer: Composer;
  readonly check: Pick<Check, "isFresh" | "error">;
  /** When it went out before it was opened here. */
  readonly before: When;
  /** What is in the way is shown, and nothing is sent. @returns whether there is anything */
  readonly showProblem: () => boolean;
}

export function usePublish({ composer, check, before, showProblem }: Props): Publishing {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const zone = useZone();
  const path = usePath();
  const [, navigate] = useLocation();
  const [sending, setSending] = useState<Sending>({ kind: "idle" });
  const { draft, isWaiting, saver, forget } = composer;
  const mayPublish = useMay()("publish");
  const keepsTime = isWaiting && sameWhen(draft.when, before);
  const deps = {
    save: () => saver.flush(),
    schedule: keepsTime
      ? null
      : (stored: Parameters<typeof schedulePost>[1]) =>
          (mayPublish ? schedulePost : askForReview)(profileId, stored, draft.when),
    isDone: ({ status, review }: PostRecord) =>
      status !== "draft" || (!mayPublish && review?.state === "asked"),
    read: (id: string) => queries.fetchQuery({ ...postQuery(profileId, id), staleTime: 0, retry: false }),
    report: setSending,
    done(id: string, isLeft: boolean) {
      forget();
      noteAccounts(profileId, draft.accounts);
      for (const operation of ["getPost", "listPosts", "countPosts", "getQueue"])
        void queries.invalidateQueries({ queryKey: [operation] });
      notice({ text: mayPublish ? doneText(draft.when, keepsTime, zone) : words.asked });
      if (!isLeft) navigate(path(`posts/${id}`));
    },
  };
  const publisher = usePublisher(deps, () => notice({ text: words.leftHolding, tone: "bad" }));
  useUndoOnChange(draft, publisher);
  const wait = useFreshCheck(check, () => {
    if (!showProblem()) publisher.start(mayPublish && draft.when.kind === "now" ? HOLD_MS : 0);
  });
  const press = useLatest(() => {
    if (sending.kind === "idle" || CAN_PRESS.includes(sending.kind)) wait.begin();
  });
  const undo = useLatest(() => {
    if (publisher.undo()) notice({ text: words.undone });
  });
  const shown = wait.isWaiting ? CHECKING : sending;
  return useMemo(
    () => ({ sending: shown, press, undo, dismiss: publisher.dismiss }),
    [shown, press, undo, publisher],
  );
}

const CHECKING: Sending = { kind: "checking" };
const CAN_PRESS: readonly Sending["kind"][] = ["missed", "unreached", "refused"];

/** Acts once the last thing that was written is checked; at once where nobody can check it. */
function useFreshCheck({ isFresh, error }: Props["check"], act: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const latest = useLatest(act);
  const [acts, setActs] = useState(0);
  if (isWaiting && (isFresh || error !== null)) {
    setWaiting(false);
    setActs(acts + 1);
  }
  useEffect(() => {
    if (acts > 0) latest();
  }, [acts, latest]);
  return { isWaiting, begin: () => setWaiting(true) };
}

function doneText(when: When, keepsTime: boolean, zone: string): string {
  if (keepsTime) return words.savedChanges;
  if (when.kind === "now") return words.sentNow;
  return when.kind === "queue" ? words.queued : words.sentLater(moment(when.at, zone));
}

function usePublisher(deps: PublisherDeps, left: () => void): Publisher {
  const depsNow = useLatest(() => deps);
  const leave = useLatest(left);
  const [publisher] = useState(() => openPublisher(depsNow));
  useEffect(
    () => () => {
      // Who leaves in these seconds believes that it was published.
      if (publisher.undo()) leave();
      publisher.stop();
    },
    [publisher, leave],
  );
  return publisher;
}

/** What is changed while it is held is not sent unseen. */
function useUndoOnChange(draft: Composer["draft"], publisher: Publisher): void {
  const held = useRef(draft);
  useEffect(() => {
    if (
      held.current !== draft &&
      !(sameContent(held.current, draft) && sameWhen(held.current.when, draft.when))
    )
      publisher.undo();
    held.current = draft;
  }, [draft, publisher]);
}
