// One profile with all its settings, and keeping what a change answered.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { sessionQuery } from "../session.tsx";

const readProfile = (id: string) => call(() => admin().profiles({ id }).get());
export type ProfileRecord = Awaited<ReturnType<typeof readProfile>>;
/** What can be changed. */
export type Settings = Omit<ProfileRecord, "id" | "createdAt">;

export const profileQuery = (id: string) =>
  queryOptions({ queryKey: ["getProfile", id], queryFn: () => readProfile(id) });

/** Everything that shows profiles shows the change at once. */
export function noteProfile(queries: QueryClient, profile: ProfileRecord): void {
  const { queryKey } = profileQuery(profile.id);
  queries.setQueryData(queryKey, profile);
  queries.setQueryData(sessionQuery.queryKey, (session) => {
    if (session === undefined) return undefined;
    const others = session.profiles.filter(({ id }) => id !== profile.id);
    const isNew = others.length === session.profiles.length;
    const replaced = session.profiles.map((each) => (each.id === profile.id ? profile : each));
    return { ...session, profiles: isNew ? [...others, profile] : replaced };
  });
  void queries.invalidateQueries({ queryKey: ["listProfiles"] });
}

export function forgetProfile(queries: QueryClient, id: string): void {
  queries.setQueryData(
    sessionQuery.queryKey,
    (session) => session && { ...session, profiles: session.profiles.filter((each) => each.id !== id) },
  );
  void queries.invalidateQueries({ queryKey: ["listProfiles"] });
}
