// Which files the library shows: in the address, so that it survives a reload. So is the file that is open.
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { mediaWords as words } from "../words/media.ts";

export type Kind = keyof typeof words.kinds;
export type Sort = keyof typeof words.sorts;

export interface Filter {
  readonly q: string;
  readonly kind: Kind;
  readonly unused: boolean;
  readonly missingAlt: boolean;
  readonly sort: Sort;
}

export const EVERY_FILE: Filter = { q: "", kind: "", unused: false, missingAlt: false, sort: "created" };

/** The server takes no more. */
export const MOST_LETTERS = 200;
export const CLEARED: Partial<Filter> = { q: "", kind: "", unused: false, missingAlt: false };

const isKind = (text: string): text is Kind => Object.hasOwn(words.kinds, text);
const isSort = (text: string): text is Sort => Object.hasOwn(words.sorts, text);
const YES = "yes";

/** @returns what is shown, and how to change it; typing replaces the page's entry in the history */
export function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo((): Filter => {
    const [kind, sort] = [params.get("kind") ?? "", params.get("sort") ?? ""];
    return {
      q: (params.get("q") ?? "").slice(0, MOST_LETTERS),
      kind: isKind(kind) ? kind : "",
      unused: params.get("unused") === YES,
      missingAlt: params.get("missingAlt") === YES,
      sort: isSort(sort) ? sort : "created",
    };
  }, [params]);
  const change = (part: Partial<Filter>) => {
    const { q, kind, unused, missingAlt, sort } = { ...filter, ...part };
    const next = {
      ...(q !== "" && { q }),
      ...(kind !== "" && { kind }),
      ...(unused && { unused: YES }),
      ...(missingAlt && { missingAlt: YES }),
      ...(sort !== "created" && { sort }),
    };
    setParams(new URLSearchParams(next), { replace: "q" in part });
  };
  return [filter, change];
}

/** Everything but the order. */
export const isNarrowed = ({ q, kind, unused, missingAlt }: Filter): boolean =>
  q !== "" || kind !== "" || unused || missingAlt;

/** The file whose sheet is open; null when none is. */
export function useOpenFile(): readonly [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = (id: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete("file");
        else next.set("file", id);
        return next;
      },
      // From one file to the next is no step back to.
      { replace: id === null || params.has("file") },
    );
  return [params.get("file"), open];
}
