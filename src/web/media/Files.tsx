// The files that match, what is selected among them, and the one that is open.
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ProblemError } from "../api.ts";
import type { LibraryMedia } from "./queries.ts";
import { useMay, useMayChangeFile } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { useNearEnd } from "../parts/useNearEnd.ts";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { DeleteFiles } from "./DeleteFiles.tsx";
import { isNarrowed, useOpenFile, type Filter } from "./filter.ts";
import { Grid, type Act, type MayAct } from "./Grid.tsx";
import { filesQuery } from "./queries.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { idOfTile } from "./Tile.tsx";

const FileSheet = lazy(() => import("./FileSheet.tsx").then(({ FileSheet: sheet }) => ({ default: sheet })));

interface Props {
  readonly filter: Filter;
  readonly onClear: () => void;
  readonly onUpload: () => void;
}

export function Files({ filter, onClear, onUpload }: Props) {
  const query = useInfiniteQuery(filesQuery(useProfile().id, filter));
  const { data, error, refetch } = query;
  if (data === undefined) return error ? <ErrorBox error={error} retry={refetch} /> : <TilesLoading />;
  // A file that came while one paged can be on two pages.
  const files = [
    ...new Map(data.pages.flatMap(({ media }) => media).map((file) => [file.id, file])).values(),
  ];
  return (
    <>
      <Stale query={query} />
      {error instanceof ProblemError && <ErrorBox error={error} retry={refetch} />}
      {files.length === 0 && <Nothing {...{ filter, onClear, onUpload }} />}
      <Shown files={files} />
      <More query={query} />
    </>
  );
}

/** Grey tiles where files are coming. */
function TilesLoading() {
  return (
    <div className="media-loading">
      <Skeleton rows={10} />
    </div>
  );
}

function Nothing({ filter, onClear, onUpload }: Props) {
  const may = useMay();
  if (isNarrowed(filter))
    return (
      <Empty title={words.nothingFound}>
        <p>{words.nothingFoundMore}</p>
        <Button onPress={onClear}>{words.clear}</Button>
      </Empty>
    );
  return (
    <div className="media-none">
      <Empty title={words.none}>
        <p>{words.noneMore}</p>
        {may("draft") && (
          <>
            <p className="media-none-drop">{words.noneDrop}</p>
            <Button onPress={onUpload}>{words.chooseFiles}</Button>
          </>
        )}
      </Empty>
    </div>
  );
}

function Shown({ files }: { readonly files: readonly LibraryMedia[] }) {
  const [open, setOpen] = useOpenFile();
  const [begin, setBegin] = useState<"alt" | "crop" | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<readonly LibraryMedia[] | null>(null);
  const may = useMayInLibrary();
  const latest = useRef({ files, selected, setOpen, may });
  useEffect(() => void (latest.current = { files, selected, setOpen, may }));
  const act = useCallback((id: string, what: Act) => {
    const { files: all, selected: chosen, setOpen: show, may: mayNow } = latest.current;
    if (what === "delete" && chosen.size > 0) return setDoomed(all.filter((file) => chosen.has(file.id)));
    const file = all.find((each) => each.id === id);
    if (file === undefined || !mayNow(file, what)) return;
    if (what === "select") return setSelected(toggle(chosen, id));
    if (what === "delete") return setDoomed([file]);
    setBegin(what === "look" ? null : what);
    show(id);
  }, []);
  const close = () => {
    setOpen(null);
    const last = open;
    // After the dialog has given the focus back to where it was opened.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => last !== null && document.getElementById(idOfTile(last))?.focus()),
    );
  };
  const chosen = files.filter(({ id }) => selected.has(id));
  const selectable = files.filter((file) => may(file, "select"));
  return (
    <>
      {files.length > 0 && <Grid files={files} selected={selected} may={may} act={act} />}
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          onDelete={() => setDoomed(chosen)}
          onAll={
            chosen.length === selectable.length
              ? null
              : () => setSelected(new Set(selectable.map(({ id }) => id)))
          }
          onClear={() => setSelected(new Set())}
        />
      )}
      <Suspense>
        {open !== null && (
          <FileSheet
            id={open}
            files={files}
            begin={begin}
            onShow={(id) => {
              setBegin(null);
              setOpen(id);
            }}
            onDelete={(file) => setDoomed([file])}
            onClose={close}
          />
        )}
      </Suspense>
      {doomed !== null && (
        <DeleteFiles
          files={doomed}
          onDeleted={(ids) => {
            setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))));
            if (open !== null && ids.includes(open)) setOpen(null);
          }}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

/** Whether the person may do something with one of the files. They are selected to be deleted. */
function useMayInLibrary(): MayAct {
  const may = useMay();
  const mayChange = useMayChangeFile();
  return (file, act) => {
    if (act === "look") return true;
    if (act === "crop") return may("draft");
    return mayChange(file, act === "alt" ? "describe" : "delete");
  };
}

function toggle(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
}

/** The next page comes when its place comes near. */
function More({
  query: { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage },
}: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  useNearEnd(end, canLoad ? () => void fetchNextPage() : null);
  return (
    <div ref={end} className="media-end">
      {isFetchNextPageError && <ErrorBox error={error} retry={fetchNextPage} />}
      {isFetchingNextPage && <Skeleton rows={1} />}
    </div>
  );
}
