// Which rows of the list are selected: single ones, ranges, and all that are shown.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PostRow } from "../lists.ts";

export interface Selection {
  /** In the order of the list; one that left the list is not among them. */
  readonly chosen: readonly PostRow[];
  readonly ids: ReadonlySet<string>;
  /**
   * Selects a row, or not any more.
   * @param extend all rows from the last one that was selected become like that one
   */
  readonly toggle: (id: string, extend: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Where fingers select: whether a touch selects a row instead of opening it. */
  readonly isSelecting: boolean;
  readonly setSelecting: (on: boolean) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** @param rows that are shown, in their order */
export function useSelection(rows: readonly PostRow[]): Selection {
  const [ids, setIds] = useState(NONE);
  const [isSelecting, setSelecting] = useState(false);
  const anchor = useRef<string | null>(null);
  const latest = useRef(rows);
  useLayoutEffect(() => void (latest.current = rows));
  const toggle = useCallback((id: string, extend: boolean) => {
    const from = extend ? anchor.current : null;
    anchor.current = id;
    setIds((old) => {
      const on = from === null ? !old.has(id) : old.has(from);
      const next = new Set(old);
      for (const each of from === null ? [id] : between(latest.current, from, id)) {
        if (on) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const selectAll = useCallback(() => setIds(new Set(latest.current.map(({ id }) => id))), []);
  const clear = useCallback(() => {
    anchor.current = null;
    setIds(NONE);
    setSelecting(false);
  }, []);
  const chosen = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids]);
  return { chosen, ids, toggle, selectAll, clear, isSelecting, setSelecting };
}

/** With both ends; only the second where the first is not in the list any more. */
function between(rows: readonly PostRow[], from: string, to: string): string[] {
  const [a, b] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)];
  if (a < 0 || b < 0) return [to];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}
