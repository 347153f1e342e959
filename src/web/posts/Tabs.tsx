// The states of posts with how many are in each, as links to the list of one state.
import { useEffect, useRef } from "react";
import { Link, useSearch } from "wouter";
import { usePath } from "../profile.tsx";
import { numberOf } from "../words/count.ts";
import { postsWords as words } from "../words/posts.ts";
import type { Filter } from "./filter.ts";
import type { Counts } from "./queries.ts";
import "./Tabs.css";

interface Props {
  readonly filter: Filter;
  readonly counts: Counts | undefined;
}

export function Tabs({ filter, counts }: Props) {
  const path = usePath();
  const search = useSearch();
  const list = useRef<HTMLElement>(null);
  // On phones the tabs scroll sideways.
  useEffect(() => {
    const tabs = [...(list.current?.children ?? [])];
    const current = tabs[words.tabs.findIndex(({ status }) => status === filter.status)];
    if (list.current && current instanceof HTMLElement) list.current.scrollLeft = current.offsetLeft - 48;
  }, [filter.status]);
  const addressOf = (status: string) => {
    const params = new URLSearchParams(search);
    if (status === "") params.delete("status");
    else params.set("status", status);
    const text = params.toString();
    return `${path("posts")}${text === "" ? "" : `?${text}`}`;
  };
  return (
    <nav className="tabs" aria-label={words.states} ref={list}>
      {words.tabs.map(({ status, name }) => (
        <Link
          key={status}
          href={addressOf(status)}
          className="tab"
          aria-current={filter.status === status ? "page" : undefined}
        >
          {name} <span className="tab-count number">{counts ? countText(status, counts) : ""}</span>
        </Link>
      ))}
    </nav>
  );
}

function countText(status: string, { counts, total, capped }: Counts): string {
  const names = status
    .split(",")
    .filter((name): name is keyof Counts["counts"] => Object.hasOwn(counts, name));
  const count = status === "" ? total : names.reduce((sum, name) => sum + counts[name], 0);
  const text = numberOf(count);
  return capped && count >= CAPPED_AT ? `${text}+` : text;
}

/** The server counts no further in one state. */
const CAPPED_AT = 10_000;
