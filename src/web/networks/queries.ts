// How the networks work, and what posts wait for.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

const readStatus = () => call(() => admin().networks.status.get());

export type NetworkState = Awaited<ReturnType<typeof readStatus>>["networks"][number];

/** Not all that changes here is told: while the screen is open it is read this often, ms. */
const READ_EVERY_MS = 10_000;

export const statusQuery = queryOptions({
  queryKey: ["listNetworkStatus"],
  queryFn: readStatus,
  refetchInterval: READ_EVERY_MS,
});
