// What lies over the calendar: a look at a post, and the question where it should go.
import { useState } from "react";
import { useNotice } from "../parts/Notices.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { MoveTo } from "./MoveTo.tsx";
import type { Goal, Movable } from "./moves.ts";
import { plannedMovable, type PlannedDraft } from "./planned-drafts.ts";
import { Peek } from "./Peek.tsx";
import { movableOf, type Known } from "./planning.ts";
import type { CalendarPost } from "./queries.ts";

type Open =
  { readonly kind: "peek"; readonly post: CalendarPost } | { readonly kind: "move"; readonly post: Movable };

export interface DialogState {
  readonly open: Open | null;
  readonly peek: (id: string) => void;
  readonly moveTo: (id: string) => void;
  readonly giveTime: (draft: Movable) => void;
  readonly close: () => void;
}

export function useDialog(known: Known, planned: readonly PlannedDraft[]): DialogState {
  const [open, setOpen] = useState<Open | null>(null);
  const notice = useNotice();
  return {
    open,
    peek(id) {
      const post = known.post(id);
      if (post) setOpen({ kind: "peek", post });
    },
    moveTo(id) {
      const here = planned.find(({ draft }) => draft.id === id);
      if (here) return setOpen({ kind: "move", post: plannedMovable(here) });
      const post = known.post(id);
      if (post?.movable === false) notice({ text: words.begun(post.why ?? "") });
      else if (post) setOpen({ kind: "move", post: movableOf(post) });
    },
    giveTime: (draft) => setOpen({ kind: "move", post: draft }),
    close: () => setOpen(null),
  };
}

interface Props {
  readonly dialog: DialogState;
  readonly onMove: (post: Movable, goal: Goal) => void;
}

export function Dialogs({ dialog: { open, close, moveTo }, onMove }: Props) {
  if (open === null) return null;
  const move = (post: Movable, goal: Goal) => {
    close();
    onMove(post, goal);
  };
  if (open.kind === "move")
    return <MoveTo post={open.post} onClose={close} onChoose={(goal) => move(open.post, goal)} />;
  const { post } = open;
  return (
    <Peek
      post={post}
      onClose={close}
      onMove={() => moveTo(post.id)}
      onUnschedule={() => move(movableOf(post), { kind: "draft" })}
    />
  );
}
