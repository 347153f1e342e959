// One post being written: its content, its copy in this browser, and its draft on the server.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import { useLatest } from "../latest.ts";
import { postQuery } from "../post/queries.ts";
import { useProfile } from "../profile.tsx";
import { newKey } from "../random.ts";
import { openCopy, type Kept, type OpenCopy, type Stored } from "./copies.ts";
import { reduce, type Dispatch, type Draft } from "./draft.ts";
import { createDraft, editPost } from "./requests.ts";
import { openSaver, type Saver, type SaveState } from "./saver.ts";

/** What a composer begins with. */
export interface Opened extends Kept {
  readonly draft: Draft;
  /** Where its copy is, before the server has it. */
  readonly copyName: string;
  /** Whether it waits to go out: then nothing is changed until the person says so. */
  readonly isWaiting: boolean;
  /** When the copy was last changed, where it brings back what was not saved; ms since 1970. */
  readonly restoredAt: number | null;
}

export interface Composer {
  readonly draft: Draft;
  readonly dispatch: Dispatch;
  readonly isWaiting: boolean;
  /** The post on the server; null before it is there. */
  readonly stored: Stored | null;
  readonly saving: SaveState;
  readonly saver: Saver;
  /** Whether this browser has no room for a copy. */
  readonly isUncopied: boolean;
  /** The work is done, or thrown away: nothing of it stays in this browser. */
  readonly forget: () => void;
}

/**
 * @param folder where the copies of drafts are that the server has
 * @param onCreated the server has the draft now, under this id
 */
export function useComposer(opened: Opened, folder: string, onCreated: (id: string) => void): Composer {
  const [draft, dispatch] = useReducer(reduce, opened.draft);
  const [isUncopied, setUncopied] = useState(false);
  const [copy] = useState(() => openCopy(opened, folder, setUncopied));
  const { saver, saving, kept } = useSaver(opened, copy, dispatch);
  useEffect(() => {
    // With every change: a tab that dies a moment later loses nothing.
    copy.note(draft);
    saver.note(draft);
  }, [copy, saver, draft]);
  const id = kept.stored?.id ?? null;
  const created = useLatest(onCreated);
  useEffect(() => {
    if (id !== null && id !== opened.stored?.id) created(id);
  }, [id, opened.stored?.id, created]);
  useHearing(id, saver);
  const { isWaiting } = opened;
  return { draft, dispatch, isWaiting, stored: kept.stored, saving, saver, isUncopied, forget: copy.forget };
}

function useSaver(
  { draft, stored, creating, isWaiting, restoredAt }: Opened,
  copy: OpenCopy,
  dispatch: Dispatch,
) {
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const [now, setNow] = useState<{ readonly saving: SaveState; readonly kept: Kept }>({
    saving: { kind: "saved" },
    kept: { stored, creating },
  });
  const [saver] = useState(() =>
    openSaver(
      { stored, creating, content: draft, isAutomatic: !isWaiting, isWritten: restoredAt !== null },
      {
        create: (key, content) => createDraft(profileId, key, content),
        edit: (before, content) => editPost(profileId, before, content, !isWaiting),
        read: (id) => queries.fetchQuery({ ...postQuery(profileId, id), staleTime: 0, retry: false }),
        newKey,
        report(saving, kept) {
          copy.hear(kept);
          // The first report comes while this renders.
          queueMicrotask(() => setNow({ saving, kept }));
        },
        take: (content) => dispatch({ type: "content", content }),
      },
    ),
  );
  useEffect(() => () => saver.stop(true), [saver]);
  return { saver, ...now };
}

/** What others do with the post, as the server tells it. */
function useHearing(id: string | null, saver: Saver): void {
  const { id: profileId } = useProfile();
  const { data: post } = useQuery({ ...postQuery(profileId, id ?? ""), enabled: id !== null });
  useEffect(() => {
    if (post) saver.hear(post);
  }, [post, saver]);
}
