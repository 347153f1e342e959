// The networks of this build, each with what simulates it.
import { networks as connectors, registry, type Registry } from "../networks/index.ts";
import type { Network } from "../networks/network.ts";
import { simulatedNetworks } from "../simulator/index.ts";
import type { SimulatedNetwork } from "../simulator/network.ts";

/** A connector, and the simulation of its network. */
export interface NetworkPair {
  readonly network: Network;
  readonly simulated: SimulatedNetwork;
}

export interface PairedRegistry extends Registry {
  /** In the order of `list`. */
  readonly pairs: readonly NetworkPair[];
  readonly simulated: readonly SimulatedNetwork[];
}

export const networks: PairedRegistry = pairedRegistry(pairsOf(connectors.list, simulatedNetworks));

/** Also for a test that adds a network of its own. @throws Error as `registry`, and when a pair's ids differ */
export function pairedRegistry(pairs: readonly NetworkPair[]): PairedRegistry {
  for (const { network, simulated } of pairs)
    if (network.id !== simulated.id) throw new Error(`${network.id} is simulated by ${simulated.id}`);
  return {
    ...registry(pairs.map(({ network }) => network)),
    pairs,
    simulated: pairs.map(({ simulated }) => simulated),
  };
}

/** @throws Error when a network has no simulation, or a simulation no network */
function pairsOf(list: readonly Network[], simulations: readonly SimulatedNetwork[]): NetworkPair[] {
  const byId = new Map(simulations.map((simulated) => [simulated.id, simulated]));
  const pairs = list.map((network) => {
    const simulated = byId.get(network.id);
    if (!simulated) throw new Error(`${network.id} is not in the list of simulated networks`);
    return { network, simulated };
  });
  const extra = simulations.find(({ id }) => !pairs.some(({ network }) => network.id === id));
  if (extra) throw new Error(`${extra.id} is simulated, but not in the list of networks`);
  return pairs;
}
