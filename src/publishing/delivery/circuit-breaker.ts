// What the outcomes of requests say about their servers: one that fails again and again is left alone for a while.
import type { Clock } from "../../clock.ts";
import type { ServerPauses } from "../../domain/store/server-pauses.ts";
import type { Log } from "../../log.ts";
import type { Outcome } from "../../networks/network.ts";

/** Whose outcome it is. */
export interface Destination {
  readonly platform: string;
  /** Accounts of one server share its fate. */
  readonly server: string;
  /** Behaves as its handle says, however often it is asked: nothing is concluded from it (D40). */
  readonly simulated: boolean;
}

type Answer = Pick<Outcome, "kind"> & { readonly retryAfterMs?: number | null };

export interface Breaker {
  /** Records the outcome of a request. Never throws: a pause that can't be stored is found out again. */
  record(asked: Destination, outcome: Answer): Promise<void>;
}

const SECOND = 1000;
/** The longest pause of a server, ms. */
export const LONGEST_PAUSE_MS = 600 * SECOND;

/** After so many failures in a row the server is left alone; then longer after each trial that fails. */
const PAUSES_MS = [
  null,
  null,
  null,
  null,
  30 * SECOND,
  60 * SECOND,
  120 * SECOND,
  240 * SECOND,
  480 * SECOND,
  LONGEST_PAUSE_MS,
];

/** @param random a number from 0 to 1, for jitter */
export function openBreaker(
  serverPauses: ServerPauses,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  random: () => number,
): Breaker {
  return {
    async record({ platform, server, simulated }, outcome) {
      // That the account is to wait says nothing about the server.
      if (simulated || (outcome.kind === "busy" && outcome.retryAfterMs)) return;
      try {
        if (responds(outcome.kind)) await serverPauses.respond(server);
        else await serverPauses.fail({ platform, server, at: clock.now() }, jitter());
      } catch (error) {
        log.error("server_pause_failed", { platform, cause: error });
      }
    },
  };

  /** What was paused together does not come back together. */
  function jitter(): (number | null)[] {
    const share = 0.8 + random() * 0.2;
    return PAUSES_MS.map((ms) => ms && Math.ceil(ms * share));
  }
}

/** It said something: the server works, whatever it thinks of the post. */
function responds(kind: Outcome["kind"]): boolean {
  return kind === "accepted" || kind === "processing" || kind === "refused";
}
