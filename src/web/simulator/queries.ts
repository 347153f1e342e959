// What simulated networks hold, read again and again: posts of every profile arrive there.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

const EVERY_MS = 3000;

const readSimulator = () => call(() => admin().simulator.get());
export type SimulatorState = Awaited<ReturnType<typeof readSimulator>>;
export type Network = SimulatorState["networks"][number];
export type Behaviour = SimulatorState["next"][number]["behaviour"];

export const simulatorQuery = queryOptions({
  queryKey: ["getSimulator"],
  queryFn: readSimulator,
  refetchInterval: EVERY_MS,
});
