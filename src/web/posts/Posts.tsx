// All posts of the profile: by state, words, account and author.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useFileDrop } from "../file-drop.ts";
import { handOver } from "../import/dropped-file.ts";
import { useKeys } from "../keys.tsx";
import { keepMessagesAbove } from "../parts/bottom-bar.ts";
import { useKeptRow } from "../parts/useKeptRow.ts";
import { moveRow } from "../parts/rows.ts";
import { usePath, useProfile } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import { CLEARED, isNarrowed, useFilter } from "./filter.ts";
import { Filters, useAuthors } from "./Filters.tsx";
import { List } from "./List.tsx";
import { countsQuery } from "./queries.ts";
import { Tabs } from "./Tabs.tsx";
import { BulkStatus } from "./BulkResult.tsx";
import { Tools } from "./Tools.tsx";
import { useBulk } from "./useBulk.ts";
import "./Posts.css";

const EditLabels = lazy(() =>
  import("./EditLabels.tsx").then(({ EditLabels: dialog }) => ({ default: dialog })),
);

export function Posts() {
  const { id } = useProfile();
  const [filter, change] = useFilter();
  const counts = useQuery(countsQuery(id, filter));
  const search = useRef<HTMLInputElement>(null);
  const authors = useAuthors();
  const bulk = useBulk();
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const openDock = useCallback((element: HTMLDivElement) => {
    setDock(element);
    return keepMessagesAbove(element);
  }, []);
  const [isEditing, setEditing] = useState(false);
  const path = usePath();
  const [, navigate] = useLocation();
  const { drop, isOver } = useFileDrop((file) => {
    handOver(file);
    navigate(path("posts/import"));
  });
  const screen = useRef<HTMLDivElement>(null);
  useKeptRow(screen);
  const tab = words.tabs.findIndex(({ status }) => status === filter.status);
  const toTab = (by: 1 | -1) => {
    const next = words.tabs[(tab + by + words.tabs.length) % words.tabs.length];
    if (next) change({ status: next.status });
  };
  useKeys([
    { key: "j", does: words.keys.next, run: () => moveRow(1) },
    { key: "k", does: words.keys.previous, run: () => moveRow(-1) },
    { key: "f", does: words.keys.search, run: () => search.current?.focus() },
    { key: "]", does: words.keys.nextTab, run: () => toTab(1) },
    { key: "[", does: words.keys.previousTab, run: () => toTab(-1) },
    ...(isNarrowed(filter) ? [{ key: "0", does: words.keys.clear, run: () => change(CLEARED) }] : []),
  ]);
  return (
    <div className={`posts ${isOver ? "over" : ""}`} ref={screen} {...drop}>
      <div className="posts-head">
        <h1>{words.title}</h1>
        <Tools filter={filter} editLabels={() => setEditing(true)} />
      </div>
      <Tabs filter={filter} counts={counts.data} />
      <Filters filter={filter} change={change} authors={authors} search={search} />
      <List
        key={JSON.stringify(filter)}
        filter={filter}
        counts={counts.data}
        authors={authors}
        onClear={() => change(CLEARED)}
        editLabels={() => setEditing(true)}
        {...{ bulk, dock }}
      />
      <div className="bulk-dock" ref={openDock}>
        <BulkStatus bulk={bulk} />
      </div>
      {isEditing && (
        <Suspense>
          <EditLabels onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
