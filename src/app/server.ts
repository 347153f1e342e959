// The listening socket: a clear error when it cannot be opened, and a bounded shutdown.
import { endOf } from "../api/http/endless.ts";
import { rememberPeer } from "../api/http/client-address.ts";
import { within, type Clock } from "../clock.ts";
import type { Config } from "./config.ts";
import { OperatorError, messageOf } from "../errors.ts";

interface Answers {
  answer(request: Request): Promise<Response>;
  /** The answer when that throws. */
  failed(error: unknown): Response;
}

/** How long a connection may be silent, whole seconds. */
export interface ConnectionLimits {
  /** While nothing is being answered on it. */
  readonly idleS: number;
  /** While something is: an answer may have to wait for a network. */
  readonly answeringS: number;
}

/** @throws OperatorError when the port is taken */
export function listen(
  { answer, failed }: Answers,
  { CRIER_HOST: hostname, CRIER_PORT: port }: Config,
  { idleS, answeringS }: ConnectionLimits = LIMITS,
) {
  try {
    return Bun.serve({
      hostname,
      port,
      idleTimeout: idleS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // Its own pages would show what the program is made of.
      development: false,
      // Without its own error pages Bun shares a port that another process uses, unless `reusePort` is false.
      reusePort: false,
      error: failed,
      fetch: async (request, server) => {
        rememberPeer(request, () => server.requestIP(request)?.address ?? null);
        server.timeout(request, answeringS);
        const response = await answer(request);
        const ended = endOf(request);
        server.timeout(request, ended ? 0 : idleS);
        // What a reader has not fetched by then is given up.
        void ended?.then(() => server.timeout(request, LAST_S));
        return response;
      },
    });
  } catch (error) {
    throw new OperatorError(
      `Can't listen on ${hostname}:${port}: ${messageOf(error).replace(/[.?]+$/, "")}. ` +
        "Choose another port with --port or CRIER_PORT; 0 chooses a free one.",
    );
  }
}

/** How long the reader of an answer that had no end may still be silent, s. */
const LAST_S = 1;
const LIMITS: ConnectionLimits = { idleS: 30, answeringS: 180 };
/** Above every route's own limit, so that a route's problem answers, not an empty 413. */
const MAX_BODY_BYTES = 1024 * 1024 * 1024;
const STOP_HTTP_MS = 5000;

/** Lets running requests end, for a while. */
export async function stopServer(server: ReturnType<typeof listen>, clock: Clock): Promise<void> {
  await within(clock, STOP_HTTP_MS, server.stop(), () => {});
  await server.stop(true);
}
