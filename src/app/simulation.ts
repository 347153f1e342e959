// Where simulated accounts live: inside this process, or in a separate simulator (CRIER_SIMULATOR).
import type { Clock } from "../clock.ts";
import type { Config } from "./config.ts";
import type { PairedRegistry } from "./networks.ts";
import { StepFailedError, type Connection, type Network } from "../networks/network.ts";
import type { SimulatorControl } from "../admin/simulator.ts";
import { handleFault } from "../simulator/behaviours.ts";
import { behaviourOf, type SimulatedNetwork } from "../simulator/network.ts";
import { openKept } from "../simulator/stored-files.ts";
import { endingOf } from "../simulator/faults.ts";
import { STYLE } from "../simulator/page.ts";
import { fetchHere } from "../simulator/fetch-file.ts";
import { startSimulator } from "../simulator/server.ts";

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

/** Until it answers, no network can be reached. */
async function elsewhere(url: string, list: readonly Network[]): Promise<Simulation> {
  const bases = await askForBases(url, list);
  return {
    endpoint: (network, purpose, handle) =>
      (behaviourOf(handle) === "down" ? undefined : bases.known()[network]?.[purpose]) ??
      `http://${CLOSED_HOST}`,
    handleFault,
    async connection(network, handle) {
      const answer = await ask(`${url}/_connection?${new URLSearchParams({ network, handle })}`);
      // The accounts it offers are at its own address.
      const fault = (await bases.fault()) ?? (answer ? null : unreachable(url));
      if (fault !== null) throw new StepFailedError({ kind: "notSent", detail: fault });
      return answer as Connection;
    },
    page: () => ({
      html: `<!doctype html><html lang="en"><title>Simulated networks · Crier</title><main><h1>Simulated networks</h1><p>The simulator is a process of its own, at <a href="${Bun.escapeHTML(url)}/simulator">${Bun.escapeHTML(url)}</a>. <a href="/">Crier</a></p></main></html>`,
      style: "",
    }),
    file: () => undefined,
    control: { at: url, columns: () => [], next: () => [], setNext: () => {}, forget: () => {} },
    hosts: [new URL(url).host, CLOSED_HOST],
    stop: async () => {},
  };
}

type Bases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Asks the simulator where its networks are, and again for each account while it has not answered: it may start after this process. */
async function askForBases(url: string, list: readonly Network[]) {
  const purposes = new Set(list.flatMap(({ endpoints }) => ["web", ...Object.keys(endpoints)]));
  let bases: Bases = {};
  let asking: Promise<void> | null = null;
  const isKnown = () => Object.keys(bases).length > 0;
  const look = async () => {
    bases = ((await ask(`${url}/_endpoints?purposes=${[...purposes].join(",")}`)) ?? {}) as Bases;
    asking = null;
  };
  const again = () => (asking ??= look());
  await again();
  return {
    known: () => bases,
    /** Why accounts there can't be used, as a sentence; null when they can. */
    async fault(): Promise<string | null> {
      if (!isKnown()) await again();
      const [first] = Object.values(bases).flatMap((each) => Object.values(each));
      if (first === undefined) return unreachable(url);
      const own = new URL(first).origin;
      // Calls go nowhere but to the address that the operator named.
      return own === new URL(url).origin
        ? null
        : `The simulator at ${url} calls itself ${own}. Start it with --url ${url}, or set CRIER_SIMULATOR to ${own}.`;
    },
  };
}

const unreachable = (url: string) => `No simulator answers at ${url}. Start one: crier simulator.`;

/** What it answers; null where it does not. */
async function ask(address: string): Promise<unknown> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
const ANSWER_LIMIT_MS = 5000;
