// What the networks' answers say about asking again: a server that fails is left alone for a while, an account that
// was asked to wait waits. Known only while Crier runs: after a restart it is found out again.
import type { Clock } from "../../clock.ts";
import type { Outcome } from "../../networks/network.ts";

/** Whose answer it is. */
export interface Destination {
  readonly accountId: string;
  readonly platform: string;
  /** Accounts of one server share its fate. */
  readonly server: string;
  /** Behaves as its handle says, however often it is asked: nothing is concluded from it (D40). */
  readonly simulated: boolean;
}

export interface Wait {
  /** ms since 1970. */
  readonly until: number;
  readonly category: "rate_limit" | "network_down" | "quota";
  /** A sentence for a person. */
  readonly reason: string;
}

/** An account whose network asked it to wait (Retry-After). */
export interface AccountWait {
  readonly accountId: string;
  /** ms since 1970 */
  readonly until: number;
}

/** A server that is left alone. */
export interface Pause extends Omit<Wait, "category"> {
  readonly platform: string;
  readonly server: string;
}

export interface Breaker {
  /** Records the outcome of a request. */
  record(
    asked: Destination,
    outcome: Pick<Outcome, "kind"> & { readonly retryAfterMs?: number | null },
  ): void;
  /**
   * Null when it may be asked now.
   * @param id of the target that wants to begin: the first after a pause tries the server for all others
   */
  wait(id: string, asked: Destination): Wait | null;
  /** Servers with a trial request after a pause: no other attempt starts there until its outcome is known. */
  tried(): readonly string[];
  /** The attempt is over, whatever came of it. */
  over(id: string): void;
  pauses(): readonly Pause[];
  waits(): readonly AccountWait[];
  /** The next attempt at a paused server tries it for all others, now. */
  endPause(server: string): void;
  /** The account may be asked now. False when it does not wait. */
  endWait(accountId: string): boolean;
}

/** So many failures in a row, with no answer between them, and the server is left alone. */
const FAILURES = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

interface Server {
  failures: number;
  /** By the monotonic clock: setting the wall clock does not change how long to wait. */
  pausedUntil: number;
  /** The target that tries after a pause. */
  trial: string | null;
  readonly platform: string;
}

export function openBreaker(clock: Clock, random: () => number): Breaker {
  const servers = new Map<string, Server>();
  const accounts = new Map<string, number>();

  return {
    record({ accountId, platform, server, simulated }, outcome) {
      if (simulated) return;
      if (outcome.kind === "busy" && outcome.retryAfterMs) {
        accounts.set(accountId, clock.monotonic() + outcome.retryAfterMs);
        return;
      }
      if (answers(outcome.kind)) {
        servers.delete(server);
        return;
      }
      recordFailure(server, platform);
    },
    wait(id, { accountId, server }) {
      return accountWait(accountId) ?? serverWait(id, server);
    },
    tried: () => [...servers].filter(([, { trial }]) => trial !== null).map(([name]) => name),
    over(id) {
      for (const server of servers.values()) if (server.trial === id) server.trial = null;
    },
    pauses() {
      return [...servers].flatMap(([server, { platform, pausedUntil, failures }]) =>
        failures < FAILURES
          ? []
          : [{ platform, server, until: wall(pausedUntil), reason: failing(server, failures) }],
      );
    },
    waits() {
      return [...accounts]
        .filter(([, until]) => until > clock.monotonic())
        .map(([accountId, until]) => ({ accountId, until: wall(until) }));
    },
    endPause(name) {
      const server = servers.get(name);
      if (server) server.pausedUntil = Math.min(server.pausedUntil, clock.monotonic());
    },
    endWait(accountId) {
      const isWaiting = (accounts.get(accountId) ?? 0) > clock.monotonic();
      accounts.delete(accountId);
      return isWaiting;
    },
  };

  function recordFailure(name: string, platform: string): void {
    const server = servers.get(name) ?? { failures: 0, pausedUntil: 0, trial: null, platform };
    server.failures += 1;
    // Attempts that were in progress together fail together: that is one reason to wait, not many.
    const now = clock.monotonic();
    if (server.failures >= FAILURES && server.pausedUntil <= now)
      server.pausedUntil = now + pauseAfter(server.failures - FAILURES, random);
    servers.set(name, server);
  }

  function accountWait(accountId: string): Wait | null {
    const until = accounts.get(accountId);
    if (until === undefined) return null;
    if (until > clock.monotonic())
      return {
        until: wall(until),
        category: "rate_limit",
        reason: "The network asked this account to wait.",
      };
    accounts.delete(accountId);
    return null;
  }

  function serverWait(id: string, name: string): Wait | null {
    const server = servers.get(name);
    if (!server || server.failures < FAILURES) return null;
    const reason = failing(name, server.failures);
    if (server.pausedUntil > clock.monotonic())
      return { until: wall(server.pausedUntil), category: "network_down", reason };
    server.trial = id;
    return null;
  }

  /** A moment of the monotonic clock on the wall clock; a moment that has passed is now. */
  function wall(moment: number): number {
    return clock.now() + Math.ceil(Math.max(0, moment - clock.monotonic()));
  }
}

/** It said something: the server works, whatever it thinks of the post. */
function answers(kind: Outcome["kind"]): boolean {
  return kind === "accepted" || kind === "processing" || kind === "refused";
}

/** Longer each time, with jitter: what was paused together does not come back together. */
function pauseAfter(times: number, random: () => number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS) * (0.8 + random() * 0.2);
}

function failing(server: string, failures: number): string {
  return `${failures} requests in a row to ${server} failed; posts there wait until it responds again.`;
}
