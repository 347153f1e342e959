// Where simulated accounts live: inside this process, or in a separate simulator (CRIER_SIMULATOR).
import type { Clock } from "../clock.ts";
import type { Config } from "./config.ts";
import type { PairedRegistry } from "./networks.ts";
import type { Connection, Network } from "../networks/network.ts";
import type { SimulatorControl } from "../admin/simulator.ts";
import { handleFault } from "../simulator/behaviours.ts";
import { behaviourOf, type SimulatedNetwork } from "../simulator/network.ts";
import { openKept } from "../simulator/stored-files.ts";
import { endingOf } from "../simulator/faults.ts";
import { STYLE } from "../simulator/page.ts";
import { fetchHere, startSimulator } from "../simulator/server.ts";

export interface Simulation {
  endpoint(network: string, purpose: string, handle: string): string;
  /** Why an account can't have this handle, as a sentence; null when it can (D40). */
  handleFault(handle: string): string | null;
  connection(network: string, handle: string): Promise<Omit<Connection, "server">>;
  /** HTML of everything that was published, and the style that stands in it. */
  page(): { readonly html: string; readonly style: string };
  file(network: string, id: string): { bytes: Uint8Array<ArrayBuffer>; mime: string } | undefined;
  /** What the web app shows and changes; `at`: where a simulator in a process of its own is. */
  readonly control: SimulatorControl;
  /** host:port that connectors may reach. */
  readonly hosts: readonly string[];
  stop(): Promise<void>;
}

/** Where a `@down` account's network would be: nothing listens there. */
const CLOSED_HOST = "127.0.0.1:1";

/**
 * @param publicUrl where people reach this appliance, known once it listens
 * @param localUrl where it listens: played networks fetch files from there, whatever the public address is
 */
export async function openSimulation(
  config: Config,
  clock: Clock,
  publicUrl: () => string,
  localUrl: () => string,
  { list, simulated }: PairedRegistry,
): Promise<Simulation> {
  return config.CRIER_SIMULATOR === null
    ? await inside(simulated, clock, publicUrl, localUrl)
    : await elsewhere(config.CRIER_SIMULATOR, list);
}

async function inside(
  networks: readonly SimulatedNetwork[],
  clock: Clock,
  publicUrl: () => string,
  localUrl: () => string,
): Promise<Simulation> {
  const fetchFile = (url: string) => fetchHere(url.replace(publicUrl(), localUrl()));
  const simulator = await startSimulator({
    networks,
    clock,
    publicUrl,
    fetchFile,
    isControlled: false,
    keep: openKept(),
  });
  return {
    endpoint: simulator.endpoint,
    handleFault,
    connection: async (network, handle) => simulator.connection(network, handle),
    page: () => ({ html: simulator.page(), style: STYLE }),
    file: simulator.media,
    control: {
      ...simulator,
      at: null,
      columns: () =>
        simulator.columns().map(({ incidents, ...column }) => ({
          ...column,
          incidents: incidents.map(({ fault, ...incident }) => ({ ...incident, ending: endingOf(fault) })),
        })),
    },
    hosts: [new URL(simulator.url).host, CLOSED_HOST],
    stop: simulator.stop,
  };
}

/** Where nothing answers, no network can be reached either. */
async function elsewhere(url: string, list: readonly Network[]): Promise<Simulation> {
  const purposes = new Set(list.flatMap(({ endpoints }) => ["web", ...Object.keys(endpoints)]));
  const answer = await fetch(`${url}/_endpoints?purposes=${[...purposes].join(",")}`).catch(() => null);
  const bases = (answer?.ok ? await answer.json() : {}) as Record<string, Record<string, string>>;
  return {
    endpoint: (network, purpose, handle) =>
      (behaviourOf(handle) === "down" ? undefined : bases[network]?.[purpose]) ?? `http://${CLOSED_HOST}`,
    handleFault,
    async connection(network, handle) {
      const query = new URLSearchParams({ network, handle });
      const answer = await fetch(`${url}/_connection?${query}`);
      return (await answer.json()) as Connection;
    },
    page: () => ({
      html: `<!doctype html><html lang="en"><title>Simulated networks · Crier</title><main><h1>Simulated networks</h1><p>The simulator is a process of its own, at ${Bun.escapeHTML(url)}. <a href="/">Crier</a></p></main></html>`,
      style: "",
    }),
    file: () => undefined,
    control: { at: url, columns: () => [], next: () => [], setNext: () => {}, forget: () => {} },
    hosts: [new URL(url).host, CLOSED_HOST],
    stop: async () => {},
  };
}
