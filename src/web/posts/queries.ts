// The list of posts, page by page, and how many there are in each state.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import { listRows } from "../lists.ts";
import type { Filter } from "./filter.ts";

export const PAGE_SIZE = 30;

/** @param cursor of the page; null for the first */
export const pageQuery = (profileId: string, filter: Filter, cursor: string | null) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "list", ...filter, cursor }],
    queryFn: () => listRows(profileId, { ...listQuery(filter, cursor), limit: String(PAGE_SIZE) }),
  });

/** What asks for a page of the list. */
export const listQuery = (filter: Filter, cursor: string | null) => ({
  ...narrowing(filter),
  ...(filter.status !== "" && { status: filter.status }),
  sort: filter.sort,
  ...(cursor !== null && { cursor }),
});

export const countsQuery = (profileId: string, filter: Filter) =>
  queryOptions({
    queryKey: ["countPosts", profileId, narrowing(filter)],
    queryFn: () => call(() => v1(profileId).posts.counts.get({ query: narrowing(filter) })),
  });

const narrowing = ({ q, account, by, label }: Filter) => ({
  ...(q.trim() !== "" && { q: q.trim() }),
  ...(account !== "" && { accountId: account }),
  ...(by !== "" && { by }),
  ...(label !== "" && { label }),
});

export type Counts = Awaited<ReturnType<NonNullable<ReturnType<typeof countsQuery>["queryFn"]>>>;
