// Gives a test a port of its own, for what has to know its address before it listens there or keeps it over a restart.
import type { TCPSocketListener } from "bun";

/** Below the ports that systems give to whoever asks for any, outgoing connections too: on Linux they begin at 32,768. */
const FIRST = 20_000;
const PAIRS = 6_000;

/** They listen as long as this process runs. */
const claims: TCPSocketListener[] = [];

/**
 * A port that no other test gets while this process runs. The port before it is held, which is how tests in other
 * processes know.
 * @throws Error when all ports are taken
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

/** @returns null when somebody else has the port */
function tryListening(port: number): TCPSocketListener | null {
  try {
    return Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } });
  } catch {
    return null;
  }
}
