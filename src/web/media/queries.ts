// The files of the profile, the space that they take, and the posts that use one.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import type { Filter } from "./filter.ts";

const PAGE = 60;

export const filesQuery = (profileId: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["listMedia", profileId, { of: "library", ...filter }],
    queryFn: ({ pageParam: cursor }) =>
      call(() =>
        v1(profileId).media.get({
          query: { ...narrowing(filter), limit: String(PAGE), ...(cursor !== null && { cursor }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const narrowing = ({ q, kind, unused, missingAlt, sort }: Filter) => ({
  sort,
  ...(q.trim() !== "" && { q: q.trim() }),
  ...(kind !== "" && { kind }),
  ...(unused && { unused: "true" as const }),
  ...(missingAlt && { missingAlt: "true" as const }),
});

export const usageQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["getMediaUsage", profileId],
    queryFn: () => call(() => v1(profileId).media.usage.get()),
  });

export type UsageOfMedia = Awaited<ReturnType<NonNullable<ReturnType<typeof usageQuery>["queryFn"]>>>;

/** The newest 100 posts that use a file. */
export const usesQuery = (profileId: string, mediaId: string) =>
  queryOptions({
    queryKey: ["listMediaUses", profileId, { mediaId }],
    queryFn: () => call(() => v1(profileId).media({ id: mediaId }).uses.get()),
  });
export type PostOfFile = Awaited<
  ReturnType<NonNullable<ReturnType<typeof usesQuery>["queryFn"]>>
>["posts"][number];
