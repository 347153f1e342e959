// Reserves a port for a server that must know its address before it listens, or keeps it over a restart.
import type { TCPSocketListener } from "bun";

/** The system picks ports for outgoing connections from a higher range; Linux starts at 32,768. */
const FIRST = 20_000;
const PAIRS = 6_000;

/** Kept listening until this process ends. */
const claims: TCPSocketListener[] = [];

/**
 * A port that no other test gets while this process runs: the port below it is kept open, so that other processes skip
 * the pair.
 * @throws Error when no port is free
 */
export function freePort(): number {
  for (let n = 0; n < PAIRS; n++) {
    const port = FIRST + 2 * ((process.pid + n) % PAIRS);
    const claim = tryListening(port);
    const own = claim && tryListening(port + 1);
    own?.stop();
    if (claim && own) {
      claim.unref();
      claims.push(claim);
      return port + 1;
    }
    claim?.stop();
  }
  throw new Error(`no port is free from ${FIRST} on`);
}

/** @returns null when the port is in use */
function tryListening(port: number): TCPSocketListener | null {
  try {
    return Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } });
  } catch {
    return null;
  }
}
