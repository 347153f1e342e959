// What connecting reads: the networks with their steps, the application at one, and what became of a sign-in.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import type { useNetworks } from "../networks.ts";

export type NetworkFacts = NonNullable<ReturnType<typeof useNetworks>["data"]>["networks"][number];

export const applicationQuery = (network: string) =>
  queryOptions({
    queryKey: ["getNetworkApplication", network],
    queryFn: () => call(() => admin().networks({ id: network }).application.get()),
  });

/** Whether networks can download files from here. */
export const publicAddressQuery = queryOptions({
  queryKey: ["checkPublicAddress"],
  queryFn: () => call(() => admin()["public-address"].get()),
});

export type ApplicationFacts = Awaited<
  ReturnType<NonNullable<ReturnType<typeof applicationQuery>["queryFn"]>>
>;

/** Sign-ins that came back from a network. */
export const signInAt = (network: string) => admin()["sign-ins"]({ network });

export const signInQuery = (network: string) =>
  queryOptions({
    queryKey: ["getSignIn", network],
    queryFn: () => call(() => signInAt(network).get()),
    staleTime: 0,
    gcTime: 0,
  });

export type SignInOutcome = Awaited<ReturnType<NonNullable<ReturnType<typeof signInQuery>["queryFn"]>>>;
export type FoundAccount = SignInOutcome["found"][number];

/** What an account that was connected makes stale. */
export const AFTER_CONNECTING = ["listProfileAccounts", "listAccounts", "getAttention", "checkPost"] as const;
