// What needs a person on a profile.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

export const attentionQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["getAttention", profileId],
    queryFn: () => call(() => admin().attention.get({ query: { profile: profileId } })),
  });
