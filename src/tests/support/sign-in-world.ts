// Opens a world whose networks really sign people in: a simulator of its own plays their pages and their API.
import type { NetworkPair } from "../../app/networks.ts";
import { startSimulator } from "../../simulator/server.ts";
import { turnableClock } from "./clock.ts";
import { openWorld, type World } from "./world.ts";

export interface SignInWorld extends AsyncDisposable {
  readonly world: World;
}

/** @param hasApplications whether the server's settings name an application at each */
export async function openSignInWorld(
  entries: readonly NetworkPair[],
  hasApplications = true,
): Promise<SignInWorld> {
  const networkClock = turnableClock();
  const networks = entries.map(({ simulated }) => simulated);
  const simulator = await startSimulator({ networks, clock: networkClock });
  const endpointOf = (id: string, purpose: string) => simulator.endpoint(id, purpose).replace(/#.*$/, "");
  const settings = entries.flatMap(({ network: { id, endpoints, connect } }) => {
    const name = id.toUpperCase();
    const own = Object.keys(endpoints).map((purpose) => [
      `CRIER_ENDPOINT_${name}${purpose === "api" ? "" : `_${purpose.toUpperCase()}`}`,
      endpointOf(id, purpose),
    ]);
    const application = [
      [`CRIER_${name}_CLIENT_ID`, "crier"],
      [`CRIER_${name}_CLIENT_SECRET`, "application-secret"],
    ];
    return [...own, ...(hasApplications && connect.oauth ? application : [])];
  });
  const world = await openWorld(Object.fromEntries(settings) as Record<string, string>);
  // One time for both.
  Object.assign(networkClock, { now: () => world.clock.now() });
  return {
    world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await simulator.stop();
    },
  };
}
