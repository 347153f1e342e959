// The files of the library: one by one, and page by page.
import { infiniteQueryOptions, queryOptions, useQueries } from "@tanstack/react-query";
import { call, v1 } from "../../api.ts";
import { useProfile } from "../../profile.tsx";
import { readMedia, type Media } from "./upload.ts";

/** Its addresses work for an hour. */
const FRESH_MS = 1_800_000;

export const mediaQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ["getMedia", profileId, id],
    queryFn: async (): Promise<Media> => (await readMedia(profileId, id)).media,
    staleTime: FRESH_MS,
  });

const PAGE = 30;

export const libraryQuery = (profileId: string) =>
  infiniteQueryOptions({
    queryKey: ["listMedia", profileId, { limit: PAGE }],
    queryFn: ({ pageParam: cursor }) =>
      call(() =>
        v1(profileId).media.get({
          query: { limit: String(PAGE), ...(cursor !== null && { cursor }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** These files, in order; null for one that is not known yet. */
export function useMedia(ids: readonly string[]): readonly (Media | null)[] {
  const { id: profileId } = useProfile();
  return useQueries({
    queries: ids.map((id) => mediaQuery(profileId, id)),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
}
