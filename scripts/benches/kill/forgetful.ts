// A network as some of its servers are: they ignore the Idempotency-Key, so that a second send shows.
import type { Request, SimulatedNetwork } from "../../../src/simulator/network.ts";

/** With a server that honours the key, a second send would not show. */
export function forgetful(network: SimulatedNetwork): SimulatedNetwork {
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
