// What Today shows of the posts: the next ones, and those of the last 24 hours.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import { listWholePosts } from "../lists.ts";

const NEXT = 5;
const WENT_OUT = 20;

/** Posts on their way and those that wait, the soonest first. */
export const nextQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "next" }],
    queryFn: () =>
      listWholePosts(profileId, {
        status: "publishing,queued,scheduled",
        sort: "soonest",
        limit: String(NEXT),
      }),
  });

/** Posts that are live somewhere, the last first. */
export const wentOutQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "wentOut" }],
    queryFn: () =>
      listWholePosts(profileId, {
        status: "posted,partial,uncertain",
        sort: "published",
        limit: String(WENT_OUT),
      }),
  });

/** Whether there is any post at all. */
export const countQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["countPosts", profileId, {}],
    queryFn: () => call(() => v1(profileId).posts.counts.get({ query: {} })),
  });

export const accountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listAccounts", profileId],
    queryFn: () => call(() => v1(profileId).accounts.get()),
  });

export type Account = Awaited<
  ReturnType<NonNullable<ReturnType<typeof accountsQuery>["queryFn"]>>
>["accounts"][number];
