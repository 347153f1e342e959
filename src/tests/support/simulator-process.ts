// Runs the simulator in a process of its own: benches kill the server, never the networks.
import type { Clock } from "../../clock.ts";
import { seededFaults } from "./seeded-faults.ts";
import type { SimulatedNetwork } from "../../simulator/network.ts";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../simulator/server.ts";

export interface StandaloneOptions {
  readonly networks: readonly SimulatedNetwork[];
  readonly clock: Clock;
  readonly port: number;
  /** The same seed strikes the same requests. */
  readonly seed: number;
  /** Shares from 0 to 1 of publishing and other requests that are struck. */
  readonly share: { readonly publishing: number; readonly other: number };
  readonly fetchFile?: NonNullable<SimulatorOptions["fetchFile"]>;
}

/** Serves until stopped; `GET /_published` tells the truth about what is live, `GET /_connection` gives accounts. */
export function runStandalone({ seed, share, ...options }: StandaloneOptions): Promise<Simulator> {
  const faults = seededFaults(seed, share);
  return startSimulator({ ...options, faults });
}
