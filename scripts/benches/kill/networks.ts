// The simulated networks as a process that outlives every kill: bun networks.ts <seed> <share> <other share>.
import { systemClock } from "../../../src/clock.ts";
import { networks } from "../../../src/networks/index.ts";
import type { Request, SimulatedNetwork } from "../../../src/simulator/network.ts";
import { runStandalone } from "../../../src/simulator/standalone.ts";

const [seed = 1, publishing = 0, other = 0] = process.argv.slice(2).map(Number);
const { url } = await runStandalone({
  networks: networks.simulated.map(forgetful),
  clock: systemClock,
  port: await freePort(),
  seed,
  share: { publishing, other },
});
console.log(url);
// The bench holds the other end: when it is gone, however it went, so are the networks.
for await (const _ of Bun.stdin.stream());
process.exit(0);

/** Some servers ignore an Idempotency-Key; with one that honours it, a second send would not show. */
function forgetful(network: SimulatedNetwork): SimulatedNetwork {
  return {
    ...network,
    open(stage) {
      const played = network.open(stage);
      return { ...played, answer: (request) => played.answer(withoutKey(request)) };
    },
  };
}

function withoutKey(request: Request): Request {
  const { "idempotency-key": _, ...headers } = request.headers;
  return { ...request, headers };
}

/** The simulator must know its own address before it listens. */
async function freePort(): Promise<number> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  await server.stop(true);
  return port ?? 0;
}
