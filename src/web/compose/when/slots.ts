// The next places in the queue, and who holds which.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call, v1 } from "../../api.ts";
import { listRows } from "../../lists.ts";
import { useProfile } from "../../profile.tsx";

const SHOWN = 10;
/** Posts that may hold one of them. */
const HOLDERS = 50;

const queueQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["getQueue", profileId, { limit: SHOWN }],
    queryFn: () => call(() => v1(profileId).queue.get({ query: { limit: String(SHOWN) } })),
  });

const holdersQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "queued" }],
    queryFn: () => listRows(profileId, { status: "queued", sort: "soonest", limit: String(HOLDERS) }),
  });

/** Of the queue as it stands. */
export function useQueue() {
  const { id } = useProfile();
  return useQuery(queueQuery(id));
}

/** The first words of the posts that hold places, by id. */
export function useHolders(isOpen: boolean): ReadonlyMap<string, string> {
  const { id } = useProfile();
  const { data } = useQuery({ ...holdersQuery(id), enabled: isOpen });
  return new Map(data?.posts.map((post) => [post.id, post.excerpt]));
}
