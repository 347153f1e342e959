// Every network Crier knows, one line each: its connector and what plays it in a simulation.
import type { SimulatedNetwork } from "../simulator/network.ts";
import { simulatedBluesky } from "../simulator/bluesky/index.ts";
import { simulatedMastodon } from "../simulator/mastodon/index.ts";
import { simulatedTelegram } from "../simulator/telegram/index.ts";
import { simulatedX } from "../simulator/x/index.ts";
import { simulatedLinkedin } from "../simulator/linkedin/index.ts";
import { simulatedFacebook } from "../simulator/facebook/index.ts";
import { simulatedInstagram } from "../simulator/instagram/index.ts";
import { simulatedThreads } from "../simulator/threads/index.ts";
import { simulatedTiktok } from "../simulator/tiktok/index.ts";
import { simulatedYoutube } from "../simulator/youtube/index.ts";
import { simulatedPinterest } from "../simulator/pinterest/index.ts";
import { bluesky } from "./bluesky/index.ts";
import { mastodon } from "./mastodon/index.ts";
import { telegram } from "./telegram/index.ts";
import { x } from "./x/index.ts";
import { linkedin } from "./linkedin/index.ts";
import { facebook } from "./facebook/index.ts";
import { instagram } from "./instagram/index.ts";
import { threads } from "./threads/index.ts";
import { tiktok } from "./tiktok/index.ts";
import { youtube } from "./youtube/index.ts";
import { pinterest } from "./pinterest/index.ts";
import type { Network } from "./network.ts";

export interface Entry {
  readonly network: Network;
  readonly simulated: SimulatedNetwork;
}

export interface Registry {
  /** In the order people see them. */
  readonly list: readonly Network[];
  readonly entries: readonly Entry[];
  readonly simulated: readonly SimulatedNetwork[];
  find(id: string): Network | undefined;
}

export const networks: Registry = registry([
  { network: bluesky, simulated: simulatedBluesky },
  { network: mastodon, simulated: simulatedMastodon },
  { network: telegram, simulated: simulatedTelegram },
  { network: x, simulated: simulatedX },
  { network: linkedin, simulated: simulatedLinkedin },
  { network: facebook, simulated: simulatedFacebook },
  { network: instagram, simulated: simulatedInstagram },
  { network: threads, simulated: simulatedThreads },
  { network: tiktok, simulated: simulatedTiktok },
  { network: youtube, simulated: simulatedYoutube },
  { network: pinterest, simulated: simulatedPinterest },
]);

/** Also for a test that adds a network of its own. Throws when two share an id, or one takes an option that is Crier's own. */
export function registry(entries: readonly Entry[]): Registry {
  const byId = new Map(entries.map((entry) => [entry.network.id, entry.network]));
  if (byId.size !== entries.length) throw new Error("two networks have the same id");
  for (const { network, simulated } of entries) {
    if ("fit" in network.options.properties) throw new Error(`${network.id} has an option called fit`);
    if (network.id !== simulated.id) throw new Error(`${network.id} is simulated by ${simulated.id}`);
  }
  return {
    list: entries.map(({ network }) => network),
    entries,
    simulated: entries.map(({ simulated }) => simulated),
    find: (id) => byId.get(id),
  };
}

// The rest of networks/ meets the simulator only here.
export { ALL_FAULTS, FAULTS, type Fault } from "../simulator/faults.ts";
export { startSimulator, type Simulator } from "../simulator/server.ts";
