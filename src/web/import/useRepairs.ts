// Rows that are repaired before anything is created: each change is checked by the server, a moment after it.
import { useCallback, useEffect, useRef, useState } from "react";
import { useProfile } from "../profile.tsx";
import { LeftError, untilAnswered } from "../repeat.ts";
import { fileOf, type Fields } from "./fields.ts";
import { sendFile, type Row } from "./requests.ts";

export interface Repair {
  readonly fields: Fields;
  /** The server's last word; null before the first. */
  readonly row: Row | null;
  /** Whether it is about what stands there now. */
  readonly isFresh: boolean;
  /** Why it could not be checked. */
  readonly error: unknown;
}

export type Repairs = ReadonlyMap<number, Repair>;

/** After the last key, ms. */
const QUIET_MS = 400;
const NONE: Repairs = new Map();

export interface RowRepairs {
  readonly repairs: Repairs;
  /** @param row its number in the file */
  readonly change: (row: number, fields: Fields) => void;
  readonly forget: () => void;
}

export function useRepairs(): RowRepairs {
  const { id: profileId } = useProfile();
  const [repairs, setRepairs] = useState(NONE);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const run of all.values()) run.abort();
    };
  }, []);
  const change = useCallback(
    (row: number, fields: Fields) => {
      running.current.get(row)?.abort();
      const run = new AbortController();
      running.current.set(row, run);
      const edit = (to: Partial<Repair>) =>
        setRepairs((before) => {
          const known = before.get(row) ?? { fields, row: null, isFresh: false, error: null };
          return new Map(before).set(row, { ...known, ...to });
        });
      edit({ fields, isFresh: false, error: null });
      void (async () => {
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        if (run.signal.aborted) return;
        try {
          const answer = await untilAnswered(
            () => sendFile(profileId, fileOf([fields]), true),
            () => {},
            run.signal,
          );
          const [checked] = answer.rows;
          // An answer to what was there before says nothing about what is there now.
          if (checked && !run.signal.aborted) edit({ row: { ...checked, row }, isFresh: true });
        } catch (error) {
          if (!(error instanceof LeftError) && !run.signal.aborted) edit({ error });
        }
      })();
    },
    [profileId],
  );
  const forget = useCallback(() => {
    for (const run of running.current.values()) run.abort();
    running.current.clear();
    setRepairs(NONE);
  }, []);
  return { repairs, change, forget };
}

/** The last results, by row. */
export const rowsOf = (repairs: Repairs): ReadonlyMap<number, Row> =>
  new Map([...repairs].flatMap(([number, { row }]) => (row === null ? [] : [[number, row]])));
