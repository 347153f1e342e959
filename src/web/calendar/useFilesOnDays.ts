// Photos and videos that are dropped on a day, pasted into it, or chosen for it: they become a draft there.
import { parseDate } from "@internationalized/date";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { openMarks } from "../parts/drag-marks.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { useDayFiles, usePutFiles, type Moment } from "./day-files.ts";
import { dateOf } from "./days.ts";
import { shortDay } from "./names.ts";
import type { PlannedDraft } from "./planned-drafts.ts";
import { momentOn, type Known } from "./planning.ts";

interface Context {
  readonly known: Known;
  readonly drafts: readonly PlannedDraft[];
  /** The day that a paste means, as 2027-03-29. */
  readonly dayNow: () => string;
}

export interface FilesOnDays {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Files were chosen for the day that was asked for last. */
  readonly take: (files: readonly File[]) => void;
  /** Lets the person choose files. */
  readonly choose: (day: string) => void;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;

const dayOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;

export function useFilesOnDays(
  root: RefObject<HTMLElement | null>,
  { known, drafts, dayNow }: Context,
): FilesOnDays {
  const zone = useZone();
  const notice = useNotice();
  const coming = useDayFiles();
  const send = usePutFiles();
  const input = useRef<HTMLInputElement>(null);
  const chosenDay = useRef("");
  const momentOf = (day: string): Moment | null => {
    const held = [...drafts, ...coming].map(({ at }) => at);
    return momentOn(parseDate(day), zone, known, held);
  };
  const put = (day: string, files: readonly File[]) => {
    if (files.length === 0) return;
    const when = momentOf(day);
    if (when === null) notice({ text: words.dayIsOver });
    else send(day, when, files);
  };
  const choose = (day: string) => {
    if (momentOf(day) === null) return notice({ text: words.dayIsOver });
    chosenDay.current = day;
    input.current?.click();
  };
  const label = useEffectEvent((day: string): string | null => {
    const when = momentOf(day);
    if (when === null) return null;
    return words.dropHere(`${shortDay(dateOf(when.at, zone))} ${clockTime(when.at, zone)}`);
  });
  const drop = useEffectEvent(put);
  const press = useEffectEvent(choose);
  const paste = useEffectEvent((files: readonly File[]) => put(dayNow(), files));
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const events = new AbortController();
    const { signal } = events;
    const marks = openMarks<string>(element);
    element.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event)) return;
        // Beside the days it would open the file in place of the app.
        event.preventDefault();
        const day = dayOf(event.target);
        const key = day?.dataset["day"] ?? "";
        const says = day === null ? null : label(key);
        if (event.dataTransfer) event.dataTransfer.dropEffect = says === null ? "none" : "copy";
        marks.show(
          day && says !== null ? { goal: key, element: day, side: "into", label: says } : null,
          event,
        );
      },
      { signal },
    );
    element.addEventListener(
      "dragleave",
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) marks.clear();
      },
      { signal },
    );
    element.addEventListener(
      "drop",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        marks.clear();
        const day = dayOf(event.target)?.dataset["day"];
        if (day !== undefined) drop(day, [...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    element.addEventListener(
      "click",
      ({ target }) => {
        const isAsked = target instanceof Element && target.closest("[data-choose-files]") !== null;
        const day = isAsked ? dayOf(target)?.dataset["day"] : undefined;
        if (day !== undefined) press(day);
      },
      { signal },
    );
    document.addEventListener(
      "paste",
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        const isText = event.target instanceof Element && event.target.closest("input, textarea") !== null;
        if (files.length === 0 || isText) return;
        event.preventDefault();
        paste(files);
      },
      { signal },
    );
    return () => {
      events.abort();
      marks.clear();
    };
  }, [root]);
  return { input, take: (files) => put(chosenDay.current, files), choose };
}
