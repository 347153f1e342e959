// The files of the profile, page by page and one by one, the space that they take, and the posts that use one.
import { infiniteQueryOptions, queryOptions, useQueries, type QueryClient } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import { useProfile } from "../profile.tsx";
import { sessionQuery } from "../session.tsx";
import type { Filter } from "./filter.ts";

const PAGE = 60;

export const filesQuery = (profileId: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["listMedia", profileId, filter],
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

const readMedia = (profileId: string, id: string) => call(() => v1(profileId).media({ id }).get());

/** A file as the library shows it, with how many posts use it. */
export type LibraryMedia = Awaited<ReturnType<typeof readMedia>>["media"];
export type Media = Omit<LibraryMedia, "usedIn" | "createdBy">;

/** A file's addresses work for an hour. */
const FRESH_MS = 1_800_000;

export const mediaQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ["getMedia", profileId, id],
    queryFn: async (): Promise<LibraryMedia> => (await readMedia(profileId, id)).media,
    staleTime: FRESH_MS,
  });

/** Keeps what an upload or an edit answered, and has the lists ask again. */
export function noteMedia(queries: QueryClient, profileId: string, media: Media): void {
  const { queryKey } = mediaQuery(profileId, media.id);
  const isKnown = queries.getQueryData(queryKey) !== undefined;
  queries.setQueryData(queryKey, (known) => ({ ...newFile(queries), ...known, ...media }));
  // Whether it was there before, the answer does not say.
  if (!isKnown) void queries.invalidateQueries({ queryKey });
  refreshLists(queries);
}

/** Files that a list has shown can be shown one by one without being read again. */
export function noteListed(queries: QueryClient, profileId: string, files: readonly LibraryMedia[]): void {
  for (const file of files) {
    const { queryKey } = mediaQuery(profileId, file.id);
    if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, file);
  }
}

/** What is known of a file that the person who is signed in has just added. */
function newFile(queries: QueryClient): Pick<LibraryMedia, "createdBy" | "usedIn"> {
  const name = queries.getQueryData(sessionQuery.queryKey)?.owner.email ?? null;
  return { createdBy: { kind: "person", name }, usedIn: { posts: 0, waiting: 0 } };
}

/** A file was added, changed or deleted: what lists or counts them asks again. */
export function refreshLists(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [operation] }) => operation === "listMedia" || operation === "getMediaUsage",
  });
}

/** These files, in order; null for one that is not known yet. */
export function useMedia(ids: readonly string[]): readonly (LibraryMedia | null)[] {
  const { id: profileId } = useProfile();
  return useQueries({
    queries: ids.map((id) => mediaQuery(profileId, id)),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
}

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
