// What can be set for an account, and what its network says about it.
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { call, v1 } from "../../api.ts";
import { useProfile } from "../../profile.tsx";

const optionsQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ["getProviderOptions", profileId, id],
    queryFn: () => call(() => v1(profileId).accounts({ id }).options.get()),
    // The server asks the network at most every five minutes.
    staleTime: 300_000,
  });

export const useOptions = (accountId: string) => useQuery(optionsQuery(useProfile().id, accountId));

/** Of these accounts, by the same places; undefined where they are not known yet. */
export function useAllOptions(accountIds: readonly string[]) {
  const { id: profileId } = useProfile();
  return useQueries({
    queries: accountIds.map((id) => optionsQuery(profileId, id)),
    combine: (results) => results.map(({ data }) => data),
  });
}
