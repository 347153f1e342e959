// Simulates a network whose servers ignore an Idempotency-Key, so that a second send shows.
import type { Request, SimulatedNetwork } from "../../../simulator/network.ts";

/** Some servers ignore an Idempotency-Key; with one that honours it, a second send would not show. */
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
