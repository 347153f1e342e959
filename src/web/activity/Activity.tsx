// Who did what: the audit log with its filters, each entry to open, and all of it as a file.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useSearch } from "wouter";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useProfile } from "../profile.tsx";
import { activityWords as words } from "../words/activity.ts";
import { EntryRow } from "./EntryRow.tsx";
import { Filters } from "./Filters.tsx";
import { auditQuery, fileOf, type Filter } from "./queries.ts";
import "./Activity.css";

export function Activity() {
  const may = useMay();
  const profile = useProfile();
  // Only owners see what belongs to no profile, or to all.
  const usual: Filter = { actor: "", action: "", profileId: may("administer") ? "" : profile.id, days: "" };
  // Other screens lead here with somebody whose acts they mean.
  const actor = new URLSearchParams(useSearch()).get("actor") ?? "";
  const [filter, setFilter] = useState({ ...usual, actor });
  const query = useInfiniteQuery(auditQuery(filter));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const isNarrowed = Object.entries(usual).some(([name, value]) => filter[name as keyof Filter] !== value);
  return (
    <>
      <div className="activity-head">
        <div>
          <h1>{words.title}</h1>
          <p className="small">{words.about}</p>
        </div>
        <a className="button" href={fileOf(filter)} download="crier-activity.jsonl">
          <Download size={16} aria-hidden="true" />
          <span>{words.export}</span>
        </a>
      </div>
      <Filters
        filter={filter}
        change={(change) => setFilter({ ...filter, ...change })}
        clear={isNarrowed ? () => setFilter(usual) : null}
      />
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && entries.length === 0 && (
        <Empty title={words.nothing}>
          <p>{words.nothingMore}</p>
        </Empty>
      )}
      {entries.length > 0 && (
        <ol className="card activity">
          {entries.map((entry) => (
            <EntryRow key={entry.seq} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}
