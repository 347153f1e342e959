// What the app knows of the networks: their names come from the server, with the session.
import { useQuery } from "@tanstack/react-query";
import { admin, call } from "./api.ts";

const FOREVER = Number.POSITIVE_INFINITY;

export function useNetworks() {
  return useQuery({
    queryKey: ["listNetworks"],
    queryFn: () => call(() => admin().networks.get()),
    staleTime: FOREVER,
  });
}

/** The name of a network as people write it; its id until the server has answered. */
export function useNetworkName(platform: string): string {
  const { data } = useNetworks();
  return data?.networks.find(({ id }) => id === platform)?.name ?? platform;
}
