// All rows of the pages that are shown, as they were read last, also of pages that are far from the screen.
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { PostRow } from "../lists.ts";
import { useProfile } from "../profile.tsx";
import type { Filter } from "./filter.ts";
import { pageQuery } from "./queries.ts";

type Pages = readonly { readonly data: { readonly posts: readonly PostRow[] } | undefined }[];

/** Reads nothing itself: the pages do. */
export function useShownRows(filter: Filter, cursors: readonly (string | null)[]): readonly PostRow[] {
  const { id } = useProfile();
  const [whole, setWhole] = useState<readonly PostRow[]>([]);
  const rows = useQueries({
    queries: cursors.map((cursor) => ({ ...pageQuery(id, filter, cursor), enabled: false })),
    combine,
  });
  // While a page is read anew, its rows are still in the list.
  if (rows !== null && rows !== whole) setWhole(rows);
  return rows ?? whole;
}

/** Null while a page is missing. */
function combine(pages: Pages): readonly PostRow[] | null {
  return pages.every(({ data }) => data !== undefined)
    ? pages.flatMap(({ data }) => data?.posts ?? [])
    : null;
}
