// Who is signed in: asked for once, and again after it ended.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { admin, call, noteServerTime } from "./api.ts";

export const sessionQuery = queryOptions({
  queryKey: ["getSession"],
  queryFn: async () => {
    const session = await call(() => admin().session.get());
    noteServerTime(session.serverTime);
    return session;
  },
  retry: false,
  // It is asked for before the page is drawn.
  retryOnMount: false,
  staleTime: 60_000,
});

export type Session = Awaited<ReturnType<NonNullable<(typeof sessionQuery)["queryFn"]>>>;

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session below the signed-in part of the app. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("no session here");
  return session;
}

/** Null while it is not known whether anybody is signed in. */
export const useSessionQuery = () => useQuery(sessionQuery);

/** Signs out, and forgets everything that this browser stored. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await call(() => admin().session.delete());
    forgetEverything();
    queries.clear();
    location.assign("/sign-in");
  };
}

let isForgotten = false;

/** Whether this page may still store something: not while it is left for the sign-in. */
export const mayStore = (): boolean => !isForgotten;

/** The next person at this browser sees nothing of the one before. */
export function forgetEverything(): void {
  isForgotten = true;
  localStorage.clear();
  sessionStorage.clear();
}
