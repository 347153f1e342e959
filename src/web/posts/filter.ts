// Which posts the list shows: in the address, so that it can be shared and survives a reload.
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { postsWords as words } from "../words/posts.ts";

export type Sort = keyof typeof words.sorts;

export interface Filter {
  /** As the server takes it: one status, or several apart by commas; "" for all. */
  readonly status: string;
  /** Words of the text. */
  readonly q: string;
  readonly account: string;
  /** `key:<id>`, `person:<email>` or `cli`; "" for anybody. */
  readonly by: string;
  /** Id of a label; "" for any. */
  readonly label: string;
  readonly sort: Sort;
}

const NAMES = ["status", "q", "account", "by", "label", "sort"] as const;
const USUAL: Filter = { status: "", q: "", account: "", by: "", label: "", sort: "created" };

const isSort = (text: string): text is Sort => Object.hasOwn(words.sorts, text);

/** @returns what is shown, and how to change it; typing replaces the page's entry in the history */
export function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterOf(params), [params]);
  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    const changed = NAMES.filter((name) => next[name] !== USUAL[name]);
    setParams(new URLSearchParams(changed.map((name) => [name, next[name]])), { replace: "q" in part });
  };
  return [filter, change];
}

/** @param params of the page's address */
export function filterOf(params: URLSearchParams): Filter {
  const of = (name: keyof Filter) => params.get(name) ?? "";
  const sort = of("sort");
  return {
    status: of("status"),
    q: of("q").slice(0, MOST_LETTERS),
    account: of("account"),
    by: of("by"),
    label: of("label"),
    sort: isSort(sort) ? sort : USUAL.sort,
  };
}

/** The server takes no more. */
export const MOST_LETTERS = 200;

/** Everything but the order. */
export const isNarrowed = ({ status, q, account, by, label }: Filter): boolean =>
  [status, q, account, by, label].some((value) => value !== "");

export const CLEARED: Partial<Filter> = { status: "", q: "", account: "", by: "", label: "" };
