// The labels of the profile.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call, v1 } from "./api.ts";
import { useProfile } from "./profile.tsx";

export const labelsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listLabels", profileId],
    queryFn: () => call(() => v1(profileId).labels.get()),
  });

export type Label = Awaited<
  ReturnType<NonNullable<ReturnType<typeof labelsQuery>["queryFn"]>>
>["labels"][number];

const NONE: readonly Label[] = [];

/** By name; none until they are read. */
export const useLabels = (): readonly Label[] => useQuery(labelsQuery(useProfile().id)).data?.labels ?? NONE;
