// Which accounts of a post show what happened there.
import { useState } from "react";
import type { PostRecord, TargetRecord } from "./queries.ts";

export interface Folding {
  readonly isOpen: (targetId: string) => boolean;
  /** All accounts, with the evidence of every step. */
  readonly isAllOpen: boolean;
  readonly toggle: (targetId: string) => void;
  readonly toggleAll: () => void;
}

/** So many open without being asked. */
const OPENED = 4;
const PHONE = "(max-width: 640px)";

export function useFolding(post: PostRecord): Folding {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openedFirst(post));
  const [isAllOpen, setAllOpen] = useState(false);
  const { targets } = post;
  return {
    isOpen: (id) => isAllOpen || open.has(id),
    isAllOpen,
    toggle(id) {
      const all = isAllOpen ? new Set(targets.map((target) => target.id)) : new Set(open);
      if (!all.delete(id)) all.add(id);
      setAllOpen(false);
      setOpen(all);
    },
    toggleAll() {
      setAllOpen(!isAllOpen);
      setOpen(new Set());
    },
  };
}

/** Where something goes on or went wrong, as the page is opened: what changes then does not fold below the reader. */
function openedFirst({ targets }: PostRecord): ReadonlySet<string> {
  const isAlone = targets.length === 1;
  const shown = targets.filter((target) => isAlone || isEventful(target));
  return new Set(isAlone || !matchMedia(PHONE).matches ? shown.slice(0, OPENED).map(({ id }) => id) : []);
}

const isEventful = ({ status }: TargetRecord): boolean =>
  ["publishing", "retrying", "uncertain", "failed"].includes(status);
