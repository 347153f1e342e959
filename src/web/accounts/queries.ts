// What the screens read of accounts: their records, and what was done to one.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

export const recordsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listProfileAccounts", profileId],
    queryFn: () => call(() => admin().profiles({ id: profileId }).accounts.get()),
  });

export type AccountRecord = Awaited<
  ReturnType<NonNullable<ReturnType<typeof recordsQuery>["queryFn"]>>
>["accounts"][number];

export const historyQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: ["listAccountHistory", accountId],
    queryFn: ({ pageParam }) =>
      call(() =>
        admin()
          .accounts({ id: accountId })
          .history.get({ query: { limit: "20", ...(pageParam !== null && { cursor: pageParam }) } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
