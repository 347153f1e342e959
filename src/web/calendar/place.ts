// What the calendar shows: in the address, so that it can be shared and survives a reload.
import type { CalendarDate } from "@internationalized/date";
import { useMemo, useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";
import { useZone } from "../profile.tsx";
import { readDate, today, VIEWS, type View } from "./days.ts";

export interface Filter {
  /** Of one account; "" for all. */
  readonly account: string;
  /** Of one network, by its id; "" for all. */
  readonly network: string;
  /** With one label, by its id; "" for all. */
  readonly label: string;
  /** A status, or several apart by commas; "" for all. */
  readonly status: string;
}

export const EVERYTHING: Filter = { account: "", network: "", label: "", status: "" };

export const isNarrowed = (filter: Filter): boolean => Object.values(filter).some((value) => value !== "");

export interface Place {
  readonly view: View;
  readonly at: CalendarDate;
  readonly filter: Filter;
}

interface Change extends Partial<Filter> {
  readonly view?: View;
  readonly at?: CalendarDate;
}

const PHONE = "(max-width: 640px)";

/** Whether there is place for one column only. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(PHONE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(PHONE).matches,
  );
}

const isView = (text: string | null): text is View => VIEWS.some((view) => view === text);

/** @returns what is shown, and how to go elsewhere */
export function usePlace(): readonly [Place, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const zone = useZone();
  const isPhone = usePhone();
  const text = params.toString();
  const place = useMemo((): Place => {
    const known = new URLSearchParams(text);
    const view = known.get("view");
    return {
      view: isView(view) ? view : isPhone ? "list" : "week",
      at: readDate(known.get("at") ?? "") ?? today(zone),
      filter: {
        account: known.get("account") ?? "",
        network: known.get("network") ?? "",
        label: known.get("label") ?? "",
        status: known.get("status") ?? "",
      },
    };
  }, [text, zone, isPhone]);
  const go = ({ at, ...change }: Change) => {
    const next = { ...change, ...(at && { at: at.toString() }) };
    setParams((old) => {
      const params = new URLSearchParams(old);
      for (const [name, value] of Object.entries(next))
        if (value === "") params.delete(name);
        else params.set(name, value);
      return params;
    });
  };
  return [place, go];
}
