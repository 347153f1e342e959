// The files of the library: one by one, and page by page.
import { infiniteQueryOptions, queryOptions, useQueries, type QueryClient } from "@tanstack/react-query";
import { call, v1 } from "../../api.ts";
import { useProfile } from "../../profile.tsx";
import { readMedia, type LibraryMedia, type Media } from "./upload.ts";

/** Its addresses work for an hour. */
const FRESH_MS = 1_800_000;

export const mediaQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ["getMedia", profileId, id],
    queryFn: async (): Promise<LibraryMedia> => (await readMedia(profileId, id)).media,
    staleTime: FRESH_MS,
  });

/** Keeps what an upload or an edit answered. */
export function noteMedia(queries: QueryClient, profileId: string, media: Media): void {
  const { queryKey } = mediaQuery(profileId, media.id);
  queries.setQueryData(queryKey, (known) => ({ usedIn: UNUSED, ...known, ...media }));
}
const UNUSED = { posts: 0, waiting: 0 } as const;

const PAGE = 30;

/** @param q parts of names and descriptions; "" for all */
export const libraryQuery = (profileId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["listMedia", profileId, { limit: PAGE, q }],
    queryFn: ({ pageParam: cursor }) =>
      call(() =>
        v1(profileId).media.get({
          query: { limit: String(PAGE), ...(q !== "" && { q }), ...(cursor !== null && { cursor }) },
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
