// What the app knows of the networks: their names come from the server, with the session.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, createElement, useContext, useMemo, type ReactNode } from "react";
import { admin, call } from "./api.ts";

const FOREVER = Number.POSITIVE_INFINITY;

export const networksQuery = queryOptions({
  queryKey: ["listNetworks"],
  queryFn: () => call(() => admin().networks.get()),
  staleTime: FOREVER,
});

export const useNetworks = () => useQuery(networksQuery);

const NamesContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Looks the names up once for all that show one: a screen has hundreds of tiles. */
export function NetworkNames({ children }: { readonly children: ReactNode }) {
  const { data } = useNetworks();
  const names = useMemo(() => new Map(data?.networks.map(({ id, name }) => [id, name])), [data]);
  return createElement(NamesContext, { value: names }, children);
}

/** The name of a network as people write it; its id until the server has answered. */
export function useNetworkName(platform: string): string {
  return useContext(NamesContext).get(platform) ?? platform;
}

export function useNetworkNames(): (platform: string) => string {
  const names = useContext(NamesContext);
  return (platform) => names.get(platform) ?? platform;
}
